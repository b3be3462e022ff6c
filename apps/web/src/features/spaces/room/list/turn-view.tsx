import type { SpaceRights } from '@polylogue/contract';
import { hasEnded, turnRights } from '@polylogue/sync/turns';
import { memo, type ReactNode, useCallback, useState, useSyncExternalStore } from 'react';
import { Button, IconButton, ReplyIcon, RetryIcon, SparkIcon, ThreeDots } from '../../../../ui/index.ts';
import {
  Bubble,
  type ListedReply,
  MessageFrame,
  Reasoning,
  type Row,
  TextBody,
} from '../../../messages/index.ts';
import { receiptOf } from '../words/receipt.ts';
import { failoverWords, turnWords } from '../words/turn-words.ts';
import type { TurnMessage } from './lines.ts';
import { ListDivider } from './list-divider.tsx';
import { MessageMenu } from './message-menu.tsx';
import type { PostIntents, TurnIntents } from './post-intents.ts';
import { Quote } from './quote.tsx';
import { Reactions, ReactMenu } from './reactions.tsx';
import { ReceiptView } from './receipt-view.tsx';
import styles from './turn-view.module.css';

interface TurnViewProps extends Row {
  message: TurnMessage;
  /** What its day is called, if it is the first of that day. */
  day: string | null;
  me: string;
  can: SpaceRights;
  isHost: boolean;
  intents: PostIntents & TurnIntents;
  /** Lends this browser's key, so that it can answer a turn that waits. */
  onLend?: ((turn_id: string) => void) | undefined;
  /** How it could answer its own person's question; null: nothing is missing for that here. */
  wayToAnswer?: ((turn_id: string) => WayToAnswer | null) | undefined;
}

/** With the key of this browser, in which it was not asked, or once there is one. */
export type WayToAnswer = 'answer' | 'connect';

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
  const words = turnWords(turn, { names, hasText, isQueued });
  const passedOn = failoverWords(turn, names);
  const receipt = receiptOf(turn, names);
  const isThinking = turn.state === 'running' && !hasText;
  const isOver = hasEnded(turn);
  return (
    <>
      <Quote quote={message.quote} onGoTo={intents.goTo} />
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
      {wayFor(props) === 'connect' && (
        <p className={styles.note}>
          Or open this space on a device that has your key, and press <b>{wayWords.answer}</b> there.
        </p>
      )}
      {isThinking && <ThreeDots label={words ?? ''} />}
      <TurnButtons {...props} hasText={hasText} />
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

const wayWords: Record<WayToAnswer | 'lend', string> = {
  answer: 'Answer with my key',
  connect: 'Connect a model',
  lend: 'Lend mine',
};

/** What this browser can do for a question that waits; null: nothing. */
function wayFor({ message, me, onLend, wayToAnswer }: TurnViewProps): keyof typeof wayWords | null {
  const { id, turn, row, isQueued } = message;
  if (turn.state !== 'waiting' || isQueued || !onLend) return null;
  return row.by_id === me ? (wayToAnswer?.(id) ?? null) : 'lend';
}

function TurnButtons(props: TurnViewProps & { hasText: boolean }) {
  const { message, intents, onLend, hasText } = props;
  const { id } = message;
  const may = rightsTo(props);
  const way = wayFor(props);
  // Below an answer it is one of the small buttons.
  const mayAskAgain = may.again && !hasText;
  if (!may.stop && !mayAskAgain && !way) return null;
  return (
    <div className={styles.buttons}>
      {way && (
        <Button small tone="accent" onClick={() => onLend?.(id)}>
          {wayWords[way]}
        </Button>
      )}
      {may.withdraw ? (
        <ActButton act={() => intents.withdraw(id)}>Withdraw</ActButton>
      ) : (
        may.stop && <ActButton act={() => intents.stop(id)}>Stop</ActButton>
      )}
      {mayAskAgain && <ActButton act={() => intents.askAgain(id)}>Ask again</ActButton>}
    </div>
  );
}

/** Busy until the server has answered. */
function ActButton({ act, children }: { act(): Promise<void>; children: ReactNode }) {
  const [isBusy, setBusy] = useState(false);
  return (
    <Button
      small
      busy={isBusy}
      onClick={() => {
        setBusy(true);
        void act().finally(() => setBusy(false));
      }}
    >
      {children}
    </Button>
  );
}
