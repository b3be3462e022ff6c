import type { SpaceRights, Turn } from '@polylogue/contract';
import { hasEnded, turnRights } from '@polylogue/sync/turns';
import { type ComponentType, memo, type ReactNode, useCallback, useState, useSyncExternalStore } from 'react';
import { useLive } from '../../../../lib/state/use-live.ts';
import { IconButton, ReplyIcon, RetryIcon, SparkIcon, ThreeDots } from '../../../../ui/index.ts';
import {
  Bubble,
  type ListedReply,
  MessageFrame,
  Reasoning,
  type Row,
  TextBody,
} from '../../../messages/index.ts';
import type { WantedModel } from '../../../post/outbox.ts';
import type { OpenRoom } from '../engine/open-room.ts';
import { receiptOf } from '../words/receipt.ts';
import { failoverWords, retryOf, turnWords } from '../words/turn-words.ts';
import { ActButton } from './act-button.tsx';
import { askableAgain } from './askable-again.ts';
import { LeftOutView } from './left-out-view.tsx';
import type { TurnMessage } from './lines.ts';
import { ListDivider } from './list-divider.tsx';
import { MessageMenu } from './message-menu.tsx';
import type { PostIntents, TurnIntents } from './post-intents.ts';
import { Quote } from './quote.tsx';
import { ReactMenu } from './react-menu.tsx';
import { Reactions } from './reactions.tsx';
import { ReceiptView } from './receipt-view.tsx';
import styles from './turn-view.module.css';
import { useTimeUntil } from './use-time-until.ts';
import { WhyNotLent } from './why-not-lent.tsx';

interface TurnViewProps extends Row {
  message: TurnMessage;
  /** What its day is called, if it is the first of that day. */
  day: string | null;
  me: string;
  can: SpaceRights;
  isHost: boolean;
  intents: PostIntents & TurnIntents;
  /** What this browser can do for it while it waits. */
  waysToAnswer?: DrawWaysToAnswer | undefined;
  room: Pick<OpenRoom, 'read' | 'listen' | 'start' | 'presence'>;
  /** Lets one choose another model, once it is known which there are. */
  OtherModel?: ComponentType<OtherModelProps> | undefined;
}

export interface OtherModelProps {
  room: TurnViewProps['room'];
  me: string;
  /** Could not be answered. */
  turn: TurnMessage['turn'];
  onChoose(model: WantedModel): Promise<void>;
}

/** A question that waits for a key. */
export interface WaitingTurn {
  turn_id: string;
  asked_by: string | null;
  wants: Turn['wants'];
  is_automatic: boolean;
}

export type DrawWaysToAnswer = (turn: WaitingTurn) => ReactNode;

/** One turn of the AI: how far it has come, its text, and who answered it. The text grows without rendering this. */
export const TurnView = memo(function TurnView(props: TurnViewProps) {
  const { message, day } = props;
  return (
    <MessageFrame {...props} by={message.aiName} above={day !== null && <ListDivider>{day}</ListDivider>}>
      <div className={styles.author} aria-hidden="true">
        <span className={styles.mark}>
          <SparkIcon size={16} />
        </span>
        <span className={styles.name}>{message.aiName}</span>
      </div>
      {message.deletedBy === null ? (
        <TurnBody {...props} />
      ) : (
        <p className={styles.note}>Deleted by {message.deletedBy}</p>
      )}
    </MessageFrame>
  );
});

function TurnBody(props: TurnViewProps) {
  const { message, can, intents } = props;
  const { turn, names, isQueued } = message;
  const hasText = useHasText(message.text);
  const now = useTimeUntil(isQueued ? null : (retryOf(turn, 0)?.until ?? null));
  const isRetried = retryOf(turn, now) !== null;
  const isLent = useLive(
    props.room.presence,
    ({ lent }) => !turn.is_automatic || Object.values(lent).some(({ every_message }) => every_message),
  );
  const words = turnWords(turn, { names, hasText, isQueued, isLent, now });
  const passedOn = failoverWords(turn, names);
  const receipt = receiptOf(turn, names);
  const isThinking = turn.state === 'running' && !hasText;
  const isOver = hasEnded(turn);
  return (
    <>
      <Quote quote={message.quote} onGoTo={intents.goTo} />
      <LeftOutView leftOut={message.leftOut} onGoTo={intents.goTo} />
      {passedOn && <p className={styles.note}>{passedOn}</p>}
      {message.reasoning && <Reasoning {...message} reasoning={message.reasoning} />}
      {hasText && (
        <Bubble
          message={message}
          actions={isOver && <EndedActions {...props} />}
          more={
            isOver && (
              <>
                {message.isPinned && (
                  <span className={styles.note} data-lasting>
                    pinned
                  </span>
                )}
                <TurnMenu {...props} />
              </>
            )
          }
        >
          <TextBody text={message.text} />
        </Bubble>
      )}
      {words && (
        <p
          className={styles.note}
          data-failed={turn.state === 'failed' || undefined}
          aria-hidden={isThinking || undefined}
        >
          {words}
        </p>
      )}
      {turn.state === 'waiting' && !isQueued && !isRetried && message.row.by_id === props.me && (
        <WhyNotLent {...props} />
      )}
      {turn.state === 'waiting' &&
        !isQueued &&
        props.waysToAnswer?.({
          turn_id: message.id,
          asked_by: message.row.by_id,
          wants: turn.wants,
          is_automatic: turn.is_automatic === true,
        })}
      {isThinking && <ThreeDots label={words ?? ''} />}
      <TurnButtons {...props} hasText={hasText} isRetried={isRetried} />
      <Reactions row={message.row} names={message.names} canReact={can.react} react={intents.react} />
      {receipt && <ReceiptView receipt={receipt} />}
    </>
  );
}

/** Renders once when the first word comes, rather than at each. */
function useHasText(text: ListedReply['text']): boolean {
  return useSyncExternalStore(
    useCallback((listener) => text.listen(listener), [text]),
    () => text.length > 0,
  );
}

function EndedActions(props: TurnViewProps) {
  const { can, intents } = props;
  const { id } = props.message;
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      {rightsTo(props).again && (
        <IconButton
          label="Ask again"
          small
          // Not `disabled`, which would lose the focus.
          aria-disabled={isAsking || undefined}
          onClick={() => {
            if (isAsking) return;
            setAsking(true);
            void intents.askAgain(id).finally(() => setAsking(false));
          }}
        >
          <RetryIcon size={16} />
        </IconButton>
      )}
      {can.post && (
        <IconButton label="Reply" small onClick={() => intents.reply(id)}>
          <ReplyIcon size={16} />
        </IconButton>
      )}
      {can.react && <ReactMenu id={id} react={intents.react} />}
    </>
  );
}

function TurnMenu({ message: { id, row, turn, isPinned }, me, can, intents }: TurnViewProps) {
  const concerned = [row.by_id, ...turn.segments.map(({ holder_id }) => holder_id)];
  return (
    <MessageMenu
      {...{ messageId: id, intents }}
      name="The person who asked or answered"
      mayReport={concerned.some((user) => user && user !== me)}
      mayDelete={row.by_id === me || can.delete_posts}
      isPinned={can.pin ? isPinned : undefined}
    />
  );
}

function rightsTo({ message: { turn, row, isAskable }, me, can, isHost }: TurnViewProps) {
  const asked = { state: turn.state, asked_by: row.by_id ?? '', holder_id: turn.holder_id };
  const may = turnRights(asked, { user_id: me, is_host: isHost });
  return { ...may, again: may.again && can.post && isAskable };
}

function TurnButtons(props: TurnViewProps & { hasText: boolean; isRetried: boolean }) {
  const { message, intents, hasText, isRetried } = props;
  const { id, turn, isQueued } = message;
  const may = rightsTo(props);
  // Below an answer it is one of the small buttons.
  const mayAskAgain = may.again && !hasText;
  const isStuck = turn.segments.length > 0 || turn.wants !== null;
  const isLeft = may.retry && !isQueued && !isRetried && isStuck;
  if (!may.stop && !mayAskAgain) return null;
  return (
    <div className={styles.buttons}>
      {may.retry && turn.is_automatic && !isQueued && (
        <ActButton act={() => intents.retryTurn(id, { wants: turn.wants })}>Ask {message.aiName}</ActButton>
      )}
      {isLeft && <RetryButtons {...props} />}
      {may.withdraw ? (
        <ActButton act={() => intents.withdraw(id)}>Withdraw</ActButton>
      ) : (
        may.stop && <ActButton act={() => intents.stop(id)}>Stop</ActButton>
      )}
      {mayAskAgain && <ActButton act={() => intents.askAgain(id)}>Ask again</ActButton>}
      {may.again && turn.state === 'failed' && (
        <OtherChoice {...props} onChoose={(model) => intents.askAgain(id, model)} />
      )}
    </div>
  );
}

/** Who could not answer a question of the reader's is asked again, or another model is. */
function RetryButtons(props: TurnViewProps) {
  const { message, room, me, intents } = props;
  const { id, turn, names } = message;
  const lent = useLive(room.presence, (now) => now.lent);
  return (
    <>
      {askableAgain(turn, lent, me).map((holder) => (
        <ActButton key={holder} act={() => intents.retryTurn(id, { holder_id: holder })}>
          {holder === me ? 'Try my key again' : `Ask ${names.who(holder)} again`}
        </ActButton>
      ))}
      <OtherChoice {...props} onChoose={(wants) => intents.retryTurn(id, { wants })} />
    </>
  );
}

function OtherChoice({
  message: { turn },
  room,
  me,
  OtherModel,
  onChoose,
}: TurnViewProps & Pick<OtherModelProps, 'onChoose'>) {
  return OtherModel && <OtherModel {...{ room, me, turn, onChoose }} />;
}
