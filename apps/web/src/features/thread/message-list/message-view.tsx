import { memo, type ReactNode, type RefCallback, useMemo } from 'react';
import { CollapseIcon, classes, ExpandIcon, IconButton, Spoken } from '../../../ui/index.ts';
import type { ProviderName } from '../../keys/index.ts';
import { contentOf, isLong, type Message, type Reply, type UserMessage } from '../message.ts';
import { Attachments } from './attachments.tsx';
import { Foldable } from './foldable.tsx';
import { MessageActions } from './message-actions.tsx';
import styles from './message-view.module.css';
import { Reasoning } from './reasoning.tsx';
import { ReplyAuthor } from './reply-author.tsx';
import { TextBody } from './text-body.tsx';
import { TooLong } from './too-long.tsx';
import { TroubleNote } from './trouble-note.tsx';
import { useRowState } from './window/row-memory.ts';

/** What a person can ask for at a message. */
export interface MessageAsks {
  onRetry(): void;
  onContinue(): void;
  /** Save the whole text of a reply that is too long to show. */
  onDownload(reply: Reply): void;
}

interface MessageViewProps {
  message: Message;
  /** Which one it is of how many, from 1 on. */
  position: number;
  count: number;
  /** Takes the element while it is on the page. */
  row: RefCallback<HTMLElement>;
  /** Whose icon a reply shows that does not know its own provider. */
  provider: ProviderName | null;
  /** The newest of the assistant's messages fades in. */
  isNewest: boolean;
  canRetry: boolean;
  asks: MessageAsks;
}

/** One message. A reply's text grows inside its TextBody; nothing here is rendered for it. */
export const MessageView = memo(function MessageView(props: MessageViewProps) {
  const { message, position, count, row, isNewest, canRetry, asks } = props;
  return (
    <article
      ref={row}
      data-message={message.id}
      aria-posinset={position}
      aria-setsize={count}
      className={classes(styles.message, styles[message.role], isNewest && styles.newest)}
      data-role={message.role}
    >
      <h2>
        <Spoken>{message.role === 'user' ? 'You' : 'Reply'}</Spoken>
      </h2>
      {message.role === 'user' ? (
        <FromUser message={message} />
      ) : (
        <FromAssistant message={message} provider={message.asked?.provider ?? props.provider} asks={asks} />
      )}
      <TroubleNote
        message={message}
        canRetry={canRetry}
        onRetry={asks.onRetry}
        onContinue={asks.onContinue}
      />
    </article>
  );
});

function FromUser({ message }: { message: UserMessage }) {
  return (
    <Bubble message={message}>
      <Attachments attachments={message.attachments} />
      <TextBody text={message.content} breaks />
    </Bubble>
  );
}

interface FromAssistantProps {
  message: Reply;
  provider: ProviderName | null;
  asks: MessageAsks;
}

function FromAssistant({ message, provider, asks }: FromAssistantProps) {
  return (
    <>
      {provider && <ReplyAuthor provider={provider} model={message.asked?.model ?? null} />}
      {message.reasoning && (
        <Reasoning
          id={message.id}
          reasoning={message.reasoning}
          thinkingSince={message.thinkingSince}
          thoughtFor={message.thoughtFor}
        />
      )}
      <Bubble message={message}>
        <TextBody text={message.text} />
        {message.isTooLong && <TooLong onDownload={() => asks.onDownload(message)} />}
      </Bubble>
    </>
  );
}

function Bubble({ message, children }: { message: Message; children: ReactNode }) {
  const [isFolded, setFolded] = useRowState(message.id, 'isFolded');
  const isGrowing = message.role === 'assistant' && message.isGrowing;
  // Whether it is long is not asked of every delta; a double-click asks for itself.
  const canFold = useMemo(() => !isGrowing && isLong(contentOf(message)), [message, isGrowing]);

  function doubleClicked() {
    if (!isLong(contentOf(message))) return;
    // The word that a double-click selects was not meant.
    getSelection()?.removeAllRanges();
    setFolded(!isFolded);
  }

  return (
    <>
      <div className={styles.bubble}>
        <Foldable isFolded={isFolded} onToggle={doubleClicked}>
          {children}
        </Foldable>
      </div>
      <MessageActions message={message}>
        {canFold && (
          <IconButton
            label={isFolded ? 'Expand message' : 'Collapse message'}
            small
            aria-expanded={!isFolded}
            onClick={() => setFolded(!isFolded)}
          >
            {isFolded ? <ExpandIcon size={16} /> : <CollapseIcon size={16} />}
          </IconButton>
        )}
      </MessageActions>
    </>
  );
}
