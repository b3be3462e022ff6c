import type { SpaceRights } from '@polylogue/contract';
import { isBlank } from '@polylogue/sync';
import { memo, type ReactNode, useState } from 'react';
import { withKeysMasked } from '../../../lib/drafts/saved-keys.ts';
import { useLazy } from '../../../lib/lazy/use-lazy.ts';
import { useLive } from '../../../lib/state/use-live.ts';
import {
  Avatar,
  Button,
  classes,
  EditIcon,
  EyeIcon,
  EyeOffIcon,
  IconButton,
  personColour,
  ReplyIcon,
  toast,
} from '../../../ui/index.ts';
import {
  Bubble,
  type Edits,
  editBox,
  MessageFrame,
  type Row,
  TextBody,
  useFocusBack,
} from '../../messages/index.ts';
import { PersonLink } from '../../person/index.ts';
import { mayPost } from '../engine/key-check.ts';
import { asPerson } from '../words/as-person.ts';
import { KeptEdit } from './kept-text.tsx';
import type { Post } from './lines.ts';
import { ListDivider } from './list-divider.tsx';
import { MessageMenu } from './message-menu.tsx';
import { NewDivider } from './new-divider.tsx';
import { PostFilesView } from './post-files-view.tsx';
import type { PostIntents } from './post-intents.ts';
import styles from './post-view.module.css';
import { Quote } from './quote.tsx';
import { ReactMenu } from './react-menu.tsx';
import { Reactions } from './reactions.tsx';
import { RefusedPost } from './refused-post.tsx';
import { useTimeUntil } from './use-time-until.ts';

interface PostViewProps extends Row {
  message: Post;
  me: string;
  can: SpaceRights;
  isHost: boolean;
  mayDelete: boolean;
  mayReport: boolean;
  /** What its day is called, if it is the first of that day. */
  day: string | null;
  /** The line above new posts is shown above it. */
  isFirstNew: boolean;
  /** That line is on the screen. */
  onNewSeen(): void;
  edits: Edits;
  intents: PostIntents;
}

/** One post in a space. */
export const PostView = memo(function PostView(props: PostViewProps) {
  const { message, day, isFirstNew, onNewSeen } = props;
  const name = message.by?.name ?? 'You';
  return (
    <MessageFrame
      {...props}
      by={name}
      above={
        (day !== null || isFirstNew) && (
          <>
            {day !== null && <ListDivider>{day}</ListDivider>}
            {isFirstNew && <NewDivider onSeen={onNewSeen} />}
          </>
        )
      }
    >
      {message.by && (!message.isContinued || isFirstNew) && <Author post={message} />}
      {message.deletedBy !== null ? (
        <>
          <p className={styles.deleted}>Deleted by {message.deletedBy}</p>
          <KeptEdit id={message.id} edits={props.edits} />
        </>
      ) : message.waiting ? (
        <WaitingView {...props} waiting={message.waiting} />
      ) : (
        <PostedView {...props} />
      )}
    </MessageFrame>
  );
});

function Author({ post: { author, by } }: { post: Post }) {
  if (!by) return null;
  return (
    <div className={styles.author} aria-hidden={author ? undefined : true}>
      <Avatar id={by.id} name={by.name} picture={by.picture} size={24} />
      {author ? (
        <PersonLink person={asPerson(author)} className={styles.name}>
          <span style={{ color: personColour(by.id) }}>{by.name}</span>
        </PersonLink>
      ) : (
        <span>{by.name}</span>
      )}
    </div>
  );
}

function Body({ message: { content, quote, files }, intents }: Pick<PostViewProps, 'message' | 'intents'>) {
  return (
    <>
      <Quote quote={quote} onGoTo={intents.goTo} />
      {content && <TextBody text={content} breaks />}
      <PostFilesView files={files} />
    </>
  );
}

function WaitingView({
  message,
  waiting,
  can,
  intents,
}: PostViewProps & { waiting: NonNullable<Post['waiting']> }) {
  const isFailed = waiting.failed !== null;
  const now = useTimeUntil(message.heldUntil);
  const seconds = Math.ceil(((message.heldUntil ?? 0) - now) / 1_000);
  return (
    <>
      <div
        className={classes(styles.posted, styles.own, styles.pending)}
        data-off-record={message.isOffRecord || undefined}
      >
        <Bubble message={message} actions={null}>
          <Body message={message} intents={intents} />
        </Bubble>
      </div>
      {isFailed ? (
        <RefusedPost id={message.id} because={waiting.failed ?? ''} canPost={can.post} {...intents} />
      ) : (
        <div className={styles.sending}>
          <p className={styles.note}>{seconds > 0 ? `Slow mode: sent in ${seconds} s` : 'Sending…'}</p>
          <Button small tone="quiet" className={styles.late} onClick={() => intents.discard(message.id)}>
            Delete
          </Button>
        </div>
      )}
    </>
  );
}

function PostedView({ message, me, can, isHost, mayDelete, mayReport, edits, intents }: PostViewProps) {
  const isEditing = useLive(edits, (open) => open[message.id]?.isOpen ?? false);
  const [isSaving, setSaving] = useState(false);
  const edit = useFocusBack(isEditing);
  const isOwn = message.row?.by_id === me;
  const EditBox = useLazy(editBox, isOwn);
  const offRecord = {
    label: message.isOffRecord ? 'Put on the record' : 'Take off the record',
    icon: message.isOffRecord ? <EyeIcon size={18} /> : <EyeOffIcon size={18} />,
    act: () => intents.setOffRecord(message.id, !message.isOffRecord),
  };
  const firstVersion = {
    label: 'Show first version',
    icon: <EyeIcon size={18} />,
    act: () => intents.showFirst(message.id, message.at),
  };

  function save(id: string, text: string) {
    if (isBlank(text) && message.files.length === 0) {
      toast({ title: 'The message is empty', text: 'Write something, or delete the message.' });
      return false;
    }
    if (!mayPost([text], 'edit', () => put(id, withKeysMasked(text), text))) return false;
    put(id, text);
    return false;
  }

  function put(id: string, text: string, typed = text) {
    setSaving(true);
    void intents.edit(id, text, typed).finally(() => setSaving(false));
  }

  if (isEditing && EditBox)
    return <EditBox message={message} edits={edits} onSend={save} isSending={isSaving} />;
  const actions: ReactNode = (
    <>
      {can.post && (
        <IconButton label="Reply" small onClick={() => intents.reply(message.id)}>
          <ReplyIcon size={16} />
        </IconButton>
      )}
      {can.react && <ReactMenu id={message.id} react={intents.react} />}
      {isOwn && can.post && (
        <IconButton
          ref={edit}
          label="Edit message"
          small
          onClick={() => edits.dispatch({ type: 'edit-begun', message })}
        >
          <EditIcon size={16} />
        </IconButton>
      )}
    </>
  );
  return (
    <>
      <div
        className={classes(styles.posted, isOwn && styles.own)}
        data-off-record={message.isOffRecord || undefined}
      >
        <Bubble
          message={message}
          actions={actions}
          more={
            <>
              {message.row?.edited_at && (
                <span className={styles.note} data-lasting>
                  edited
                </span>
              )}
              {message.isOffRecord && (
                <span className={styles.note} data-lasting>
                  off the record
                </span>
              )}
              {message.isPinned && (
                <span className={styles.note} data-lasting>
                  pinned
                </span>
              )}
              {message.isForMe && (
                <span className={styles.note} data-lasting>
                  mentions you
                </span>
              )}
              <MessageMenu
                {...{ mayDelete, mayReport, intents }}
                messageId={message.id}
                name={message.row?.by_id === null ? 'The owner' : (message.by?.name ?? '')}
                isPinned={
                  can.pin && (message.isPinned || !message.isOffRecord) ? message.isPinned : undefined
                }
                items={[
                  ...(isOwn && can.post ? [offRecord] : []),
                  ...(isHost && message.row?.edited_at ? [firstVersion] : []),
                ]}
              />
            </>
          }
        >
          <Body message={message} intents={intents} />
        </Bubble>
      </div>
      <Reactions row={message.row} names={message.names} canReact={can.react} react={intents.react} />
    </>
  );
}
