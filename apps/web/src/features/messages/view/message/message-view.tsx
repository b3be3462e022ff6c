import { memo, type ReactNode } from 'react';
import { useLazy } from '../../../../lib/lazy/use-lazy.ts';
import { useLive } from '../../../../lib/state/use-live.ts';
import { EditIcon, IconButton, RetryIcon } from '../../../../ui/index.ts';
import { MessageMore } from '../actions/message-more.tsx';
import { VersionSwitch } from '../actions/version-switch.tsx';
import type { Edits } from '../edit/edits.ts';
import { editBox } from '../edit/late-edit-box.ts';
import { useFocusBack } from '../edit/use-focus-back.ts';
import { Attachments } from '../files/attachments.tsx';
import type { MessageExtras, MessageIntents } from '../intents.ts';
import type { ListSource } from '../list-state.ts';
import type { ListedReply, ListedUserMessage } from '../message.ts';
import { Reasoning } from '../reasoning/reasoning.tsx';
import type { Row } from '../row.ts';
import { TextBody } from '../text-body.tsx';
import { Bubble } from './bubble.tsx';
import { DeletedLine } from './deleted-line.tsx';
import { ErrorNote } from './error-note.tsx';
import { MessageFrame } from './message-frame.tsx';
import styles from './message-view.module.css';
import { TooLong } from './too-long.tsx';
import { UnsentDivider } from './unsent-divider.tsx';

interface MessageViewProps extends Row {
  source: ListSource;
  edits: Edits;
  intents: MessageIntents;
  /** What is shown besides the message itself. */
  extras: MessageExtras;
}

/** One message of a conversation with an AI. A reply's text grows inside its TextBody, without rendering anything here. */
export const MessageView = memo(function MessageView(props: MessageViewProps) {
  const { message, canRetry, source, edits, fork, intents, extras } = props;
  const error = message.isDeleted ? null : extras.error(message);
  const versions = fork && (
    <VersionSwitch id={message.id} fork={fork} source={source} onShow={intents.onShowVersion} />
  );
  return (
    <MessageFrame
      {...props}
      by={message.role === 'user' ? 'You' : 'Reply'}
      above={props.isFirstSent && <UnsentDivider onUndo={intents.onSendAll} />}
    >
      {message.isDeleted ? (
        <DeletedLine
          message={message}
          source={source}
          endsWithQuestion={extras.hasQuestion}
          versions={versions}
          canRetry={canRetry}
          onRetry={intents.onRetry}
          onMark={intents.onMark}
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
    </MessageFrame>
  );
});

interface FromUserProps {
  message: ListedUserMessage;
  edits: Edits;
  versions: ReactNode;
  intents: MessageIntents;
}

function FromUser({ message, edits, versions, intents }: FromUserProps) {
  const isEditing = useLive(edits, (open) => open[message.id]?.isOpen ?? false);
  const isPutOff = useLive(edits, (open) => open[message.id]?.wasPutOff ?? false) && !isEditing;
  const EditBox = useLazy(editBox, true);
  const edit = useFocusBack(isEditing);

  if (isEditing && EditBox) {
    return <EditBox message={message} edits={edits} onSend={intents.onEdit} />;
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
      {isPutOff && (
        <span className={styles.unsent} data-lasting>
          Edit not sent
        </span>
      )}
      {versions}
    </>
  );
  return (
    <Bubble
      message={message}
      actions={actions}
      more={<MessageMore message={message} onMark={intents.onMark} />}
    >
      <Attachments attachments={message.attachments} />
      <TextBody text={message.content} breaks />
    </Bubble>
  );
}

interface FromAssistantProps {
  message: ListedReply;
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
        onMark={intents.onMark}
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
