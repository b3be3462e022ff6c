import { memo, type ReactNode, type RefCallback, useEffect, useMemo, useRef } from 'react';
import { useLive } from '../../../lib/use-live.ts';
import { CollapseIcon, classes, EditIcon, ExpandIcon, IconButton, Spoken } from '../../../ui/index.ts';
import type { Choice, ProviderName } from '../../keys/index.ts';
import {
  type Attachment,
  contentOf,
  isLong,
  type Message,
  type Reply,
  type UserMessage,
} from '../message.ts';
import type { Thread } from '../thread.ts';
import type { Fork } from '../versions.ts';
import { Attachments } from './attachments.tsx';
import { DeletedLine } from './deleted-line.tsx';
import { EditBox } from './edit-box.tsx';
import { Foldable } from './foldable.tsx';
import { MessageActions } from './message-actions.tsx';
import { MessageMore } from './message-more.tsx';
import styles from './message-view.module.css';
import { Reasoning } from './reasoning.tsx';
import { Regenerate, useOthers } from './regenerate.tsx';
import { ReplyAuthor } from './reply-author.tsx';
import { TextBody } from './text-body.tsx';
import { TooLong } from './too-long.tsx';
import { TroubleNote } from './trouble-note.tsx';
import { UnsentDivider } from './unsent-divider.tsx';
import { VersionSwitch } from './version-switch.tsx';
import { useRowState } from './window/row-memory.ts';

/** What a person can ask for at a message. */
export interface MessageAsks {
  onRetry(): void;
  onContinue(): void;
  /** Answers whether it was sent. */
  onEdit(id: string, text: string, attachments: readonly Attachment[]): boolean;
  onRegenerate(id: string, choice: Choice | null): void;
  /** Save the whole text of a reply that is too long to show. */
  onDownload(reply: Reply): void;
  /** More at the end of what stands under a reply, from who knows more than the thread. */
  more?(reply: Reply): ReactNode;
  /** Sends less of what was said before, and asks again. */
  onDropOldest?(): void;
  onChooseModel?(): void;
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
  thread: Thread;
  /** What there is in its place; null when there is nothing else. */
  fork: Fork | null;
  /** The messages above it are not sent. */
  isFirstSent: boolean;
  asks: MessageAsks;
}

/** One message. A reply's text grows inside its TextBody; nothing here is rendered for it. */
export const MessageView = memo(function MessageView(props: MessageViewProps) {
  const { message, position, count, row, isNewest, canRetry, thread, fork, asks } = props;
  const versions = fork && <VersionSwitch id={message.id} fork={fork} thread={thread} />;
  return (
    <article
      ref={row}
      data-message={message.id}
      aria-posinset={position}
      aria-setsize={count}
      className={classes(styles.message, styles[message.role], isNewest && styles.newest)}
      data-role={message.role}
    >
      {props.isFirstSent && <UnsentDivider onUndo={thread.sendAll} />}
      <h2>
        <Spoken>{message.role === 'user' ? 'You' : 'Reply'}</Spoken>
      </h2>
      {message.isDeleted ? (
        <DeletedLine
          message={message}
          thread={thread}
          versions={versions}
          canRetry={canRetry}
          onRetry={asks.onRetry}
        />
      ) : message.role === 'user' ? (
        <FromUser message={message} thread={thread} versions={versions} asks={asks} />
      ) : (
        <FromAssistant
          message={message}
          thread={thread}
          provider={message.asked?.provider ?? props.provider}
          versions={versions}
          asks={asks}
        />
      )}
      {!message.isDeleted && (
        <TroubleNote
          message={message}
          canRetry={canRetry}
          onRetry={asks.onRetry}
          onContinue={asks.onContinue}
          onDropOldest={asks.onDropOldest}
          onChooseModel={asks.onChooseModel}
        />
      )}
    </article>
  );
});

interface FromUserProps {
  message: UserMessage;
  thread: Thread;
  versions: ReactNode;
  asks: MessageAsks;
}

function FromUser({ message, thread, versions, asks }: FromUserProps) {
  const { edits } = thread;
  const isEditing = useLive(edits, (open) => open[message.id]?.isOpen ?? false);
  const isPutOff = useLive(edits, (open) => open[message.id]?.isKept ?? false) && !isEditing;
  const wasEditing = useRef(isEditing);
  const edit = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    // Who closes the box is where it was opened from.
    if (wasEditing.current && !isEditing) edit.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);

  if (isEditing) {
    return (
      <EditBox
        message={message}
        edits={edits}
        onSend={(text, attachments) => asks.onEdit(message.id, text, attachments)}
      />
    );
  }
  const actions = (
    <>
      <IconButton
        ref={edit}
        label="Edit message"
        small
        onClick={() => edits.tell({ type: 'edit-begun', message })}
      >
        <EditIcon size={16} />
      </IconButton>
      {isPutOff && <span className={styles.unsent}>Edit not sent</span>}
      {versions}
    </>
  );
  return (
    <Bubble message={message} actions={actions} more={<MessageMore message={message} thread={thread} />}>
      <Attachments attachments={message.attachments} />
      <TextBody text={message.content} breaks />
    </Bubble>
  );
}

interface FromAssistantProps {
  message: Reply;
  thread: Thread;
  provider: ProviderName | null;
  versions: ReactNode;
  asks: MessageAsks;
}

function FromAssistant({ message, thread, provider, versions, asks }: FromAssistantProps) {
  const { isGrowing } = message;
  const regenerate = (choice: Choice | null) => asks.onRegenerate(message.id, choice);
  const others = useOthers(regenerate);
  const actions = (
    <>
      {!isGrowing && <Regenerate onRegenerate={regenerate} />}
      {versions}
    </>
  );
  const more = (
    <>
      <MessageMore
        message={message}
        thread={thread}
        items={others.map((item) => ({ ...item, disabled: isGrowing }))}
      />
      {!isGrowing && asks.more?.(message)}
    </>
  );
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
      <Bubble message={message} actions={actions} more={more}>
        <TextBody text={message.text} />
        {message.isTooLong && <TooLong onDownload={() => asks.onDownload(message)} />}
      </Bubble>
    </>
  );
}

interface BubbleProps {
  message: Message;
  /** Buttons of this kind of message. */
  actions: ReactNode;
  /** Stands at the end of the row under it. */
  more?: ReactNode;
  children: ReactNode;
}

function Bubble({ message, actions, more, children }: BubbleProps) {
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
        {actions}
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
        {more}
      </MessageActions>
    </>
  );
}
