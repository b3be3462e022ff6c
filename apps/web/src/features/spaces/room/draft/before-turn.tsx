import type { OwnSpace, PostRow } from '@polylogue/contract';
import { wordsOf } from '@polylogue/sync/turns';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { Live } from '../../../../lib/state/live.ts';
import { useLive } from '../../../../lib/state/use-live.ts';
import { friends, nameOf } from '../../../person/index.ts';
import type { WantedModel } from '../../../post/outbox.ts';
import { previewOf, useOwnCounter, useOwnModels } from '../../../torch/index.ts';
import {
  type AskableModel,
  accountWords,
  answeringModels,
  askableModels,
  modelWords,
  usedUpLenders,
} from '../engine/askable-models.ts';
import { capitalized, type Names, namesIn } from '../engine/names.ts';
import type { OpenRoom } from '../engine/open-room.ts';
import styles from './before-turn.module.css';

interface BeforeTurnProps {
  room: OpenRoom;
  own: OwnSpace;
  me: string;
  wanted: Live<WantedModel | null, WantedModel | null>;
}

/** As many messages as a question is sent with. */
const mostSent = 200;

/** What is sent if the AI is asked now, whose words they are, and to whose account; and the choice of a model. */
export function BeforeTurn({ room, own, me, wanted: choice }: BeforeTurnProps) {
  const { space } = own;
  const rows = useLive(room, (now) => now.rows);
  const older = useLive(room, (now) => (now.rows.length < mostSent ? now.older : null));
  const names = namesIn(
    useLive(room, (now) => now.people),
    me,
    nameOf,
  );
  const lent = useLive(room.presence, (now) => now.lent);
  const { models, usedUp } = useAskableModels(lent, own, me);
  const chosen = useLive(choice, (now) => now);
  const wanted = chosen && answeringModels(models, chosen).length > 0 ? chosen : null;
  useEffect(() => {
    // Its lender has left: the question may go to any other.
    if (chosen && !wanted) choice.dispatch(null);
  }, [chosen, wanted, choice]);
  const answering = answeringModels(models, wanted);
  const isOwn = answering.some((model) => model.isOwn);
  const lend = lent[answering[0]?.lenders[0] ?? ''] ?? null;
  const counter = useOwnCounter(wanted);
  const preview = useMemo(() => {
    const terms = isOwn ? counter && { counter } : lend && { lend };
    return terms && previewOf(space, rows, me, terms);
  }, [space, rows, me, isOwn, counter, lend]);
  useEffect(() => {
    if (older !== null) room.loadOlder();
  }, [room, older]);
  const usedUpWords =
    usedUp.length > 0 && `What ${listed(usedUp.map(names.who))} lent here is used up for today`;
  if (answering.length === 0) {
    return usedUpWords ? (
      <p>{usedUpWords}: your question will wait until someone else lends a key.</p>
    ) : (
      <p>
        No one here is lending you a key right now: your question will wait until someone does, or until you
        press <b>Answer with my key</b> on a device that has one.
      </p>
    );
  }
  // The question itself is one of the messages, and not among these yet.
  const answers = preview ? preview.used.length - (preview.messages - 1) : 0;
  return (
    <>
      {models.length > 1 && (
        <ModelChoice models={models} wanted={wanted} names={names} onChoose={choice.dispatch} />
      )}
      {usedUpWords && !isOwn && <p>{usedUpWords}.</p>}
      {preview ? (
        <details className={styles.preview}>
          <summary>
            Sends {older !== null && 'at least '}
            {count(preview.messages, 'message')} from {count(preview.people, 'person', 'people')}
            {answers > 0 && ` and ${count(answers, 'answer')}`}
            {preview.files > 0 && ` with ${count(preview.files, 'file')}`} to {accountWords(answering, names)}
          </summary>
          <SentRows rows={rows} used={new Set(preview.used)} names={names} />
        </details>
      ) : (
        preview === null && <p>What is lent here is not enough for a question right now.</p>
      )}
    </>
  );
}

function useAskableModels(lent: Parameters<typeof askableModels>[1], { role }: OwnSpace, me: string) {
  const isForFriends = Object.values(lent).some(({ to }) => to === 'friends');
  const { data = [] } = useQuery({ ...friends, enabled: isForFriends });
  const own = useOwnModels();
  const person = { user_id: me, role, friends: new Set(data.map(({ user }) => user.user_id)) };
  return { models: askableModels(own, lent, person), usedUp: usedUpLenders(lent, person) };
}

const listed = (names: readonly string[]) => new Intl.ListFormat('en').format(names);

interface ModelChoiceProps {
  models: readonly AskableModel[];
  wanted: WantedModel | null;
  names: Names;
  onChoose(model: WantedModel | null): void;
}

const keyOf = ({ provider, model }: WantedModel) => `${provider} ${model}`;

function ModelChoice({ models, wanted, names, onChoose }: ModelChoiceProps) {
  const [first] = models;
  // One's own chosen connection answers unless another model is chosen.
  const usual = first?.isOwn ? first : null;
  return (
    <label className={styles.model}>
      Model
      <select
        value={wanted ? keyOf(wanted) : ''}
        onChange={({ currentTarget: { value } }) =>
          onChoose(models.find((model) => keyOf(model) === value) ?? null)
        }
      >
        <option value="">{usual ? modelWords(usual, names) : 'Any lent model'}</option>
        {models
          .filter((model) => model !== usual)
          .map((model) => (
            <option key={keyOf(model)} value={keyOf(model)}>
              {modelWords(model, names)}
            </option>
          ))}
      </select>
    </label>
  );
}

/** The messages that are sent, with who wrote them. */
function SentRows({
  rows,
  used,
  names,
}: {
  rows: readonly PostRow[];
  used: ReadonlySet<string>;
  names: Names;
}) {
  return (
    <ol className={styles.list}>
      {rows
        .filter(({ message_id }) => used.has(message_id))
        .map((row) => (
          <li key={row.message_id}>
            <cite>{row.kind === 'turn' ? 'The AI' : capitalized(names.who(row.by_id))}</cite> {beginning(row)}
          </li>
        ))}
      <li>
        <cite>You</cite> what you are writing
      </li>
    </ol>
  );
}

const count = (many: number, one: string, more = `${one}s`) => `${many} ${many === 1 ? one : more}`;

const shown = 80;
function beginning(row: PostRow) {
  const body = wordsOf(row);
  if (body === '') return row.files.map(({ name }) => name).join(', ');
  return body.length > shown ? `${body.slice(0, shown)}…` : body;
}
