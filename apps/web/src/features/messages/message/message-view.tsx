import { memo, type ReactNode, type RefCallback, useEffect, useMemo, useRef } from 'react';
import { useLive } from '../../../lib/state/use-live.ts';
import {
  CollapseIcon,
  classes,
  EditIcon,
  ExpandIcon,
  IconButton,
  RetryIcon,
  Spoken,
} from '../../../ui/index.ts';
import { MessageActions } from '../actions/message-actions.tsx';
import { MessageMore } from '../actions/message-more.tsx';
import { VersionSwitch } from '../actions/version-switch.tsx';
import { EditBox } from '../edit/edit-box.tsx';
import type { Edits } from '../edit/edits.ts';
import { Attachments } from '../files/attachments.tsx';
import type { MessageExtras, MessageIntents } from '../intents.ts';
import type { Fork, Source } from '../listed.ts';
import { Reasoning } from '../reasoning/reasoning.tsx';
import { lettersInLine } from '../window/row-estimate.ts';
import { useRowState } from '../window/row-memory.ts';
import { DeletedLine } from './deleted-line.tsx';
import { ErrorNote } from './error-note.tsx';
import { Foldable } from './foldable.tsx';
import { contentOf, isLong, type Message, type Reply, type UserMessage } from './message.ts';
import styles from './message-view.module.css';
import { TextBody } from './text-body.tsx';
import { TooLong } from './too-long.tsx';
import { UnsentDivider } from './unsent-divider.tsx';

interface MessageViewProps {
  message: Message;
  /** Which one it is of how many, from 1 on. */
  position: number;
  count: number;
  /** Takes the element while it is on the page. */
  row: RefCallback<HTMLElement>;
  /** The newest of the assistant's messages fades in. */
  isNewest: boolean;
  canRetry: boolean;
  source: Source;
  edits: Edits;
  /** What there is in its place; null when there is nothing else. */
  fork: Fork | null;
  /** The messages above it are not sent. */
  isFirstSent: boolean;
  intents: MessageIntents;
  /** What is shown beside the message itself. */
  extras: MessageExtras;
}

/** One message. A reply's text grows inside its TextBody; nothing here is rendered for it. */
export const MessageView = memo(function MessageView(props: MessageViewProps) {
  const { message, position, count, row, isNewest, canRetry, source, edits, fork, intents, extras } = props;
  const error = message.isDeleted ? null : extras.error(message);
  const versions = fork && (
    <VersionSwitch id={message.id} fork={fork} source={source} onShow={intents.onShowVersion} />
  );
  return (
    <article
      ref={row}
      data-message={message.id}
      aria-posinset={position}
      aria-setsize={count}
      className={classes(styles.message, styles[message.role], isNewest && styles.newest)}
      data-role={message.role}
    >
      {props.isFirstSent && <UnsentDivider onUndo={intents.onSendAll} />}
      <h2>
        <Spoken>{message.role === 'user' ? 'You' : 'Reply'}</Spoken>
      </h2>
      {message.isDeleted ? (
        <DeletedLine
          message={message}
          source={source}
          isAsked={extras.isAsked}
          versions={versions}
          canRetry={canRetry}
          onRetry={intents.onRetry}
          onBringBack={intents.onBringBack}
        />
      ) : message.role === 'user' ? (
        <FromUser message={message} edits={edits} versions={versions} intents={intents} />
      ) : (
        <FromAssistant message={message} versions={versions} intents={intents} extras={extras} />
      )}
      {error && (
        <ErrorNote
          error={error}
          canRetry={canRetry}
          onRetry={intents.onRetry}
          onContinue={intents.onContinue}
        />
      )}
    </article>
  );
});

interface FromUserProps {
  message: UserMessage;
  edits: Edits;
  versions: ReactNode;
  intents: MessageIntents;
}

function FromUser({ message, edits, versions, intents }: FromUserProps) {
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
        onSend={(text, attachments) => intents.onEdit(message.id, text, attachments)}
      />
    );
  }
  const actions = (
    <>
      <IconButton
        ref={edit}
        label="Edit message"
        small
        onClick={() => edits.dispatch({ type: 'edit-begun', message })}
      >
        <EditIcon size={16} />
      </IconButton>
      {isPutOff && <span className={styles.unsent}>Edit not sent</span>}
      {versions}
    </>
  );
  return (
    <Bubble
      message={message}
      actions={actions}
      more={<MessageMore message={message} onDelete={intents.onDelete} />}
    >
      <Attachments attachments={message.attachments} />
      <TextBody text={message.content} breaks />
    </Bubble>
  );
}

interface FromAssistantProps {
  message: Reply;
  versions: ReactNode;
  intents: MessageIntents;
  extras: MessageExtras;
}

function FromAssistant({ message, versions, intents, extras }: FromAssistantProps) {
  const { id, isGrowing } = message;
  const actions = (
    <>
      {!isGrowing && (
        <IconButton label="Regenerate reply" small onClick={() => intents.onRegenerate(id)}>
          <RetryIcon size={16} />
        </IconButton>
      )}
      {versions}
    </>
  );
  const more = (
    <>
      <MessageMore
        message={message}
        onDelete={intents.onDelete}
        items={extras.replyItems.map((item) => ({
          ...item,
          disabled: isGrowing,
          act: () => item.act(id),
        }))}
      />
      {!isGrowing && extras.more(message)}
    </>
  );
  return (
    <>
      {extras.author(message)}
      {message.reasoning && (
        <Reasoning
          id={id}
          reasoning={message.reasoning}
          thinkingSince={message.thinkingSince}
          thoughtFor={message.thoughtFor}
        />
      )}
      <Bubble message={message} actions={actions} more={more}>
        <TextBody text={message.text} />
        {message.isTooLong && <TooLong onDownload={() => intents.onDownload(message)} />}
      </Bubble>
    </>
  );
}

/** Whether it has many lines, as it was written or on this screen. */
const isLongHere = (message: Message) => isLong(contentOf(message), lettersInLine(innerWidth));

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
  const canFold = useMemo(() => !isGrowing && isLongHere(message), [message, isGrowing]);

  function doubleClicked() {
    if (!isLongHere(message)) return;
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
