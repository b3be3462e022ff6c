import { hasEnded } from '@polylogue/sync/turns';
import { memo, useCallback, useSyncExternalStore } from 'react';
import { useLive } from '../../../lib/state/use-live.ts';
import { SparkIcon, ThreeDots } from '../../../ui/index.ts';
import { Bubble, type ListedReply, MessageFrame, Reasoning, TextBody } from '../../messages/index.ts';
import { receiptOf } from '../words/receipt.ts';
import { failoverWords, isLentForAll, retryOf, turnWords } from '../words/turn-words.ts';
import { LeftOutView } from './left-out-view.tsx';
import { ListDivider } from './list-divider.tsx';
import { MessageMenu } from './message-menu.tsx';
import { Quote } from './quote.tsx';
import { Reactions } from './reactions.tsx';
import { ReceiptView } from './receipt-view.tsx';
import { SeenMark } from './seen-mark.tsx';
import { AskAgainPayer, EndedActions, TurnButtons } from './turn-buttons.tsx';
import type { TurnViewProps } from './turn-parts.ts';
import styles from './turn-view.module.css';
import { useKept } from './use-kept.ts';
import { useTimeUntil } from './use-time-until.ts';
import { WhyNotLent } from './why-not-lent.tsx';

/** One turn of the AI: how far it has come, its text, and who answered it. The text grows without rendering this. */
export const TurnView = memo(function TurnView(props: TurnViewProps) {
  const { message, day, onSeen } = props;
  return (
    <MessageFrame {...props} by={message.aiName} above={day !== null && <ListDivider>{day}</ListDivider>}>
      {onSeen && <SeenMark onSeen={onSeen} />}
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
  const { turn, names } = message;
  const place = useKept(message.place, betweenAnswers);
  const isQueued = place !== null;
  const hasText = useHasText(message.text);
  const now = useTimeUntil(isQueued ? null : (retryOf(turn, 0)?.until ?? null));
  const isRetried = retryOf(turn, now) !== null;
  const isAsker = message.row.by_id === props.me;
  const isLent = useLive(props.room.presence, (now) => !turn.is_automatic || isLentForAll(now, isAsker));
  const words = turnWords(turn, { names, hasText, place, isLent, isAsker, now });
  const passedOn = failoverWords(turn, names);
  const receipt = receiptOf(turn, names, props.modelName);
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
                <AskAgainPayer {...props} />
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
      {turn.state === 'waiting' && !isQueued && !isRetried && isAsker && <WhyNotLent {...props} />}
      {turn.state === 'waiting' &&
        !isQueued &&
        props.parts?.waysToAnswer({
          turn_id: message.id,
          asked_by: message.row.by_id,
          wants: turn.wants,
          is_automatic: turn.is_automatic === true,
        })}
      {isThinking && <ThreeDots label={words ?? ''} />}
      <TurnButtons {...props} {...{ hasText, isRetried, isQueued }} />
      <Reactions row={message.row} names={message.names} canReact={can.react} react={intents.react} />
      {receipt && <ReceiptView receipt={receipt} />}
    </>
  );
}

/** For how long a question keeps its place when an answer has ended (milliseconds): the next one is offered within that. */
const betweenAnswers = 2_000;

/** Renders once when the first word comes, rather than at each. */
function useHasText(text: ListedReply['text']): boolean {
  return useSyncExternalStore(
    useCallback((listener) => text.listen(listener), [text]),
    () => text.length > 0,
  );
}

function TurnMenu({ message: { id, row, turn, isPinned }, me, can, mayDelete, intents }: TurnViewProps) {
  const concerned = [row.by_id, ...turn.segments.map(({ holder_id }) => holder_id)];
  return (
    <MessageMenu
      {...{ messageId: id, mayDelete, intents }}
      name="The person who asked or answered"
      mayReport={concerned.some((user) => user && user !== me)}
      isPinned={can.pin ? isPinned : undefined}
    />
  );
}
