import type { OwnSpace, PostRow } from '@polylogue/contract';
import { type ReactNode, useEffect, useEffectEvent, useMemo } from 'react';
import { Link } from 'wouter';
import { serverNow } from '../../../api/index.ts';
import type { Live } from '../../../lib/state/live.ts';
import { useLive } from '../../../lib/state/use-live.ts';
import { manyOf } from '../../../lib/text/counts.ts';
import { moneyInWords } from '../../../lib/text/money.ts';
import { type Dock, Drawer } from '../../../ui/drawer/index.ts';
import { Button, TextButton } from '../../../ui/index.ts';
import { nameOf } from '../../person/index.ts';
import type { WantedModel } from '../../post/outbox.ts';
import { isTopicLong, OwnBudget, previewOf, useOwnCounter } from '../../torch/index.ts';
import { accountWords, answeringModels } from '../engine/askable-models.ts';
import { type Names, namesIn } from '../engine/names.ts';
import type { OpenRoom } from '../engine/open-room.ts';
import { sendableRows } from '../engine/room.ts';
import { useTimeUntil } from '../list/use-time-until.ts';
import { aiNameOf } from '../words/asking.ts';
import { lastRefusal } from '../words/last-refusal.ts';
import { aheadWords, countAhead, ownQuestionWaits } from '../words/queue.ts';
import { backgroundWords } from '../words/torch-words.ts';
import { lossWords } from '../words/turn-words.ts';
import styles from './before-turn.module.css';
import type { LeftOut } from './left-out.ts';
import { ModelChoice } from './model-choice.tsx';
import { newTopic } from './new-topic.ts';
import type { DraftQuestion } from './open-composer.tsx';
import { SentRows, type SentRowsProps, Unfit } from './sent-rows.tsx';
import { useAnswering, useAnsweringModels, useAskableModels } from './use-askable-models.ts';

interface OpenedPanel {
  isOpen: boolean;
  setOpen(isOpen: boolean): void;
  dock: Dock | null;
}

interface BeforeTurnProps extends DraftQuestion {
  room: OpenRoom;
  own: OwnSpace;
  me: string;
  wanted: Live<WantedModel | null, WantedModel | null>;
  leftOut: LeftOut;
  /** The message that the question replies to. */
  replying: Pick<Live<string | null>, 'read' | 'listen' | 'start'>;
  /** What is sent, opened: beside the messages, where there is room. */
  sent: OpenedPanel;
}

/** As many messages as a question is sent with. */
const mostSent = 200;

/** What is sent if the AI is asked now, whose words they are, and to whose account; and the choice of a model. */
export function BeforeTurn({
  room,
  own,
  me,
  wanted: choice,
  leftOut,
  replying,
  sent,
  isAutomatic,
  attached,
}: BeforeTurnProps) {
  const { space } = own;
  const loaded = useLive(room, (now) => now.rows);
  const pinned = useLive(room, (now) => now.pinned);
  const rows = useMemo(() => sendableRows({ own, rows: loaded, pinned }), [own, loaded, pinned]);
  const reply_to = useLive(replying, (id) => id);
  const left_out = useLive(leftOut, (ids) => ids);
  const older = useLive(room, (now) => (now.rows.length < mostSent ? now.older : null));
  const names = namesIn(
    useLive(room, (now) => now.people),
    me,
    nameOf,
  );
  const { lent, forSelf } = useAnswering(room.presence);
  const askable = useAskableModels(room.presence, own, me);
  const answeringAll = useAnsweringModels(room.presence, own, me);
  const { models, usedUp, stopped } = isAutomatic ? answeringAll : askable;
  const chosen = useLive(choice, (now) => now);
  const wanted = chosen && answeringModels(models, chosen).length > 0 ? chosen : null;
  useEffect(() => {
    // Its lender has left: the question may go to any other.
    if (chosen && !wanted) choice.dispatch(null);
  }, [chosen, wanted, choice]);
  const answering = answeringModels(models, wanted);
  const isOwn = answering.some((model) => model.isOwn);
  const isElsewhere = answering.some((model) => model.isElsewhere);
  const lend = isElsewhere ? forSelf : (lent[answering[0]?.lenders[0] ?? ''] ?? null);
  const counter = useOwnCounter(wanted);
  const preview = useMemo(() => {
    const terms = isOwn && !isElsewhere ? counter && { counter } : lend && { lend };
    return terms && previewOf(space, rows, { me, reply_to, left_out }, terms);
  }, [space, rows, me, reply_to, left_out, isOwn, isElsewhere, counter, lend]);
  useEffect(() => {
    if (older !== null) room.loadOlder();
  }, [room, older]);
  const isOwnWaiting = useLive(room, (now) => ownQuestionWaits(now, me));
  const ahead = useLive(room, (now) => countAhead(now));
  if (isOwnWaiting && !isAutomatic) {
    return <p>Your last question is still waiting. To ask another, withdraw it or wait for its answer.</p>;
  }
  const lenders = isOwn ? [] : [...new Set(answering.flatMap((model) => model.lenders))];
  // Somebody who looks at the space answers at once.
  const away = isElsewhere
    ? forSelf?.isVisible === false && 'the page on your other device is in the background'
    : !lenders.some((id) => lent[id]?.isVisible) && backgroundWords(lenders, lent, names);
  const usedUpWords =
    usedUp.length > 0 && `What ${listed(usedUp.map(names.who))} lent here is used up for today`;
  if (answering.length === 0) return <Unanswered {...{ space, isAutomatic, stopped, usedUpWords }} />;
  // The question itself is one of the messages, and not among these yet.
  const answers = preview ? preview.used.length - (preview.messages - 1) : 0;
  return (
    <>
      {models.length > 1 && (
        <ModelChoice models={models} wanted={wanted} names={names} onChoose={choice.dispatch} />
      )}
      {ahead > 0 && <p>{aheadWords(ahead)}</p>}
      {usedUpWords && !isOwn && <p>{usedUpWords}.</p>}
      {isOwn && !isElsewhere && <OwnBudget />}
      {stopped && !isElsewhere && <Stopped words={stopped} where="goes to" />}
      {away && <p>{names.sentence(away)}: an answer may have to wait until it is opened.</p>}
      {preview && <Unfit rows={rows} unfit={preview.unfit} isOwn={isOwn && !isElsewhere} />}
      {preview && isTopicLong(preview) && <LongTopic room={room} preview={preview} />}
      {preview ? (
        <WhatIsSent {...{ rows, leftOut, names, preview, attached, sent }} pins={space.pins ?? []}>
          Sends {older !== null && 'at least '}
          {manyOf(preview.messages, 'message')} from {manyOf(preview.people, 'person', 'people')}
          {answers > 0 && ` and ${manyOf(answers, 'answer')}`}
          {preview.files + attached > 0 && ` with ${manyOf(preview.files + attached, 'file')}`} to{' '}
          {accountWords(answering, names)}
        </WhatIsSent>
      ) : (
        preview === null && <p>What is lent here is not enough for a question right now.</p>
      )}
      {lenders.map((lender) => (
        <LastRefusal key={lender} {...{ rows, me, lender, names }} lentAt={lent[lender]?.lent_at ?? 0} />
      ))}
    </>
  );
}

interface UnansweredProps extends Pick<BeforeTurnProps, 'isAutomatic'> {
  space: OwnSpace['space'];
  stopped: string | null;
  usedUpWords: string | false;
}

/** Nobody would answer now. */
function Unanswered({ space, isAutomatic, stopped, usedUpWords }: UnansweredProps) {
  if (isAutomatic) {
    const nobody = stopped ? `${stopped}, and nobody else` : 'Nobody';
    return (
      <p>
        {usedUpWords || `${nobody} here lends a key for every message`}: begin with <b>@ai</b> to ask, or
        press <b>Ask {aiNameOf(space)}</b> below your message.
      </p>
    );
  }
  if (stopped) return <Stopped words={stopped} where="waits for" />;
  if (usedUpWords) return <p>{usedUpWords}: your question will wait until someone else lends a key.</p>;
  return (
    <p>
      No one here is lending you a key right now: your question will wait until someone does, or until you
      press <b>Answer with my key</b> on a device that has one.
    </p>
  );
}

const Stopped = ({ words, where }: { words: string; where: 'goes to' | 'waits for' }) => (
  <p>
    {words}: your question {where} someone else who lends a key. Change your budget under{' '}
    <Link href="/costs">Costs</Link>.
  </p>
);

interface WhatIsSentProps extends Omit<SentRowsProps, 'used'>, Pick<BeforeTurnProps, 'sent'> {
  preview: { used: readonly string[] };
  children: ReactNode;
}

/** How much is sent, which opens all of it: beside the messages where there is room. */
function WhatIsSent({ preview, sent, children, ...rest }: WhatIsSentProps) {
  const { isOpen, setOpen, dock } = sent;
  const ended = useEffectEvent(() => setOpen(false));
  useEffect(() => () => ended(), []);
  return (
    <>
      <TextButton aria-haspopup="dialog" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {children}
      </TextButton>
      <Drawer side="end" dock={dock} open={isOpen} onOpenChange={setOpen} title="What is sent">
        <SentRows {...rest} used={new Set(preview.used)} />
      </Drawer>
    </>
  );
}

interface LastRefusalProps {
  rows: readonly PostRow[];
  me: string;
  lender: string;
  lentAt: number;
  names: Names;
}

/** What a lender's browser last answered who asks now, where it did not answer the question. */
function LastRefusal({ rows, me, lender, lentAt, names }: LastRefusalProps) {
  const refusal = lastRefusal(rows, me, lender, lentAt, serverNow());
  const now = useTimeUntil(refusal?.until ?? null);
  if (!refusal || (refusal.until ?? now + 1) <= now) return null;
  return <p>Last time, {lossWords(refusal, names, now)}.</p>;
}

/** A question takes along much that may be none of its business. */
function LongTopic({
  room,
  preview,
}: {
  room: OpenRoom;
  preview: { used: readonly string[]; usd: number | null };
}) {
  const { used, usd } = preview;
  return (
    <p className={styles.topic}>
      <span>
        This topic has grown: {manyOf(used.length, 'message')} go along
        {usd !== null && usd > 0 && `, ${moneyInWords(usd, true)} before any answer`}.
      </span>
      <Button small onClick={() => void newTopic(room)}>
        New topic
      </Button>
    </p>
  );
}

const listed = (names: readonly string[]) => new Intl.ListFormat('en').format(names);
