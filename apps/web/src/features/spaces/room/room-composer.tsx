import type { OwnSpace } from '@polylogue/contract';
import { isBlank, newId, spaceLimits } from '@polylogue/sync';
import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { fileIdOf, serverNow, uploadOwn } from '../../../api/index.ts';
import type { WantedModel } from '../../../api/outbox.ts';
import { isLong, pastedFiles, pastedText } from '../../../lib/files/pasted-files.ts';
import { useFileDrop } from '../../../lib/files/use-file-drop.ts';
import { lazy } from '../../../lib/lazy/lazy.ts';
import type { Live } from '../../../lib/state/live.ts';
import { useLive } from '../../../lib/state/use-live.ts';
import { loadSavedKeys, withKeysMasked } from '../../../lib/unsaved/saved-keys.ts';
import {
  Button,
  CloseIcon,
  classes,
  DocumentIcon,
  DropHint,
  EyeOffIcon,
  fitText,
  IconButton,
  isSendKey,
  SendIcon,
  SparkIcon,
  textBoxStyles,
  toast,
  typeInto,
} from '../../../ui/index.ts';
import { FileChips } from '../../messages/index.ts';
import { reasonOf } from '../../person/index.ts';
import { whenOf } from '../../space/index.ts';
import { aiNameOf, asksAi, mentionsAi } from './asking.ts';
import { ClosedComposer } from './closed-composer.tsx';
import { mayPost } from './key-check.ts';
import { MentionList } from './mention-list.tsx';
import type { OpenRoom } from './open-room.ts';
import type { PostFile } from './post-files.ts';
import { quoteText } from './posts.ts';
import styles from './room-composer.module.css';
import type { RoomDraft } from './room-draft.ts';
import { roomFiles } from './room-files.ts';
import { useMentions } from './use-mentions.ts';

interface RoomComposerProps {
  room: OpenRoom;
  own: OwnSpace;
  me: string;
  draft: RoomDraft;
  replying: Live<string | null, string | null>;
  ownPosts: Live<number, 'posted'>;
  /** The model that a question is for, among those that can be asked. */
  wanted: Pick<Live<WantedModel | null>, 'read'>;
  /** Shown while a post is to ask the AI: what is sent to whom. */
  beforeTurn?: ReactNode;
}

const tallest = 160;

export function RoomComposer(props: RoomComposerProps) {
  const { room, own } = props;
  const closed = whyClosed(own);
  useUnmuted(room, own.muted_until);
  if (closed === null) return <Composer {...props} />;
  return <ClosedComposer reason={closed} draft={props.draft} />;
}

/** Longer timers fire immediately. */
const longestTimer = 2 ** 31 - 1;

/** Refetches the member's rights when a mute expires. */
function useUnmuted(room: OpenRoom, until: number | null) {
  useEffect(() => {
    if (until === null) return;
    const left = until - serverNow() + 1_000;
    if (left < 0 || left > longestTimer) return;
    const timer = setTimeout(room.refresh, left);
    return () => clearTimeout(timer);
  }, [room, until]);
}

/** Why the member cannot post here; null if they can. */
function whyClosed({ space, role, can, muted_until }: OwnSpace): string | null {
  if (can.post) return null;
  if (space.archived_at !== null) return 'This space is archived: it can be read, but no one can post in it.';
  if (role === 'listener') return 'You are a listener here: you can read and react.';
  if (muted_until !== null) return `A host has muted you until ${whenOf(muted_until)}.`;
  return 'You cannot post here at the moment.';
}

function Composer({ room, own, me, draft, replying, ownPosts, wanted, beforeTurn }: RoomComposerProps) {
  const box = useRef<HTMLTextAreaElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const { space_id, name } = own.space;
  const reply = useLive(replying, (id) => id);
  const answered = useLive(room, ({ rows }) => rows.find(({ message_id }) => message_id === reply));
  const isReplyGone = typeof answered?.deleted_at === 'number';
  const [files] = useState(() => roomFiles(me, space_id, { asUtf8, upload, newId, reasonOf }));
  const waiting = useLive(files, (all) => all);
  const [isOffRecord, setOffRecord] = useState(() => draft.options().isOffRecord);
  const [isSwitched, setSwitched] = useState(false);
  const [isAiMentioned, setAiMentioned] = useState(false);
  const [isUploading, setUploading] = useState(false);
  /** How many times pasted texts have been uploaded. */
  const [uploads, setUploads] = useState(0);
  const isAsking = asksAi(own.space.ai_mode, { isSwitched, isAiMentioned, isOffRecord });
  const aiName = aiNameOf(own.space);
  const mentions = useMentions(room, { spaceId: space_id, me, box, onText: written });

  const begun = useEffectEvent((text: string) => setAiMentioned(mentionsAi(text, own.space)));
  const emptied = useEffectEvent(empty);
  const uploaded = useEffectEvent(send);
  useEffect(() => {
    if (box.current && box.current.value === '') {
      box.current.value = draft.text.read();
      fitText(box.current, tallest);
      begun(box.current.value);
    }
    return draft.begin(() => emptied());
  }, [draft]);
  useEffect(() => {
    if (uploads > 0) uploaded();
  }, [uploads]);
  useEffect(() => void loadSavedKeys().catch(() => {}), []);
  useEffect(() => draft.setOptions({ isOffRecord, replyTo: reply }), [draft, isOffRecord, reply]);
  useEffect(() => {
    if (reply) box.current?.focus();
  }, [reply]);
  useEffect(() => {
    // Do not take the focus from the search or a dialog.
    if (!document.activeElement?.closest('input, textarea, [role=dialog]')) focusWithoutKeyboard(box.current);
  }, []);

  function written(text: string) {
    if (box.current) fitText(box.current, tallest);
    setAiMentioned(mentionsAi(text, own.space));
    draft.text.write(text);
    if (!isBlank(text)) room.typing();
  }

  function add(added: readonly File[]) {
    const left = spaceLimits.files - files.read().length;
    if (added.length > left) {
      refuse(`A message can have at most ${spaceLimits.files} files`, 'Send the others in another message');
    }
    files.add(added.slice(0, Math.max(0, left)));
    box.current?.focus();
  }

  const isFileOver = useFileDrop(({ files, text, refusal }) => {
    if (refusal) refuse('Not added', refusal);
    if (files.length > 0) add(files);
    if (text && !(isLong(text) && addText(text))) insert(text);
  });

  /** False: there is no place for another file. */
  function addText(text: string): boolean {
    const hasPlace = files.read().length < spaceLimits.files;
    if (hasPlace) files.addText(text);
    return hasPlace;
  }

  function insert(text: string) {
    if (!box.current) return;
    typeInto(box.current, text);
    written(box.current.value);
  }

  function insertPasted(id: string) {
    const length = files.read().find(({ chip }) => chip.id === id)?.pasted?.text.length ?? 0;
    const whole = length + (box.current?.value.length ?? 0);
    if (whole > spaceLimits.bodyLength)
      return refuse(
        'This would make the message too long',
        `It would have ${whole} characters; ${spaceLimits.bodyLength} are allowed`,
      );
    const pasted = files.takeText(id);
    if (pasted !== null) insert(pasted);
  }

  function send() {
    const body = box.current?.value ?? '';
    if (!box.current || (isBlank(body) && waiting.length === 0)) return box.current?.focus();
    if (body.length > spaceLimits.bodyLength) {
      return refuse(
        'This message is too long',
        `It has ${body.length} characters; ${spaceLimits.bodyLength} are allowed`,
      );
    }
    const pasted = files.read().flatMap((one) => (one.pasted && !one.stored ? one.pasted.text : []));
    if (!mayPost([body, ...pasted], 'message', sendMasked)) return;
    if (pasted.length > 0) return void uploadTexts();
    const taken = files.take();
    if (!taken) return refuse('A file is not uploaded yet', 'Wait for it, retry it or remove it');
    const isStored = room.post({
      body,
      reply_to: isReplyGone ? null : reply,
      files: taken,
      is_off_record: isOffRecord,
      turn_id: isAsking ? newId() : null,
      wants: isAsking ? wanted.read() : null,
    });
    ownPosts.dispatch('posted');
    empty();
    draft.text.write('');
    focusWithoutKeyboard(box.current);
    if (!isStored) refuse('This browser cannot store your message', 'Keep this page open until it is sent');
  }

  /** The message waits for its pasted texts, and is not changed meanwhile. */
  async function uploadTexts() {
    if (isUploading) return;
    setUploading(true);
    await files.uploadTexts();
    setUploading(false);
    // A text that could not be uploaded says why.
    if (files.read().every(({ pasted, stored }) => !pasted || stored)) setUploads((count) => count + 1);
  }

  function sendMasked() {
    if (!box.current) return;
    files.changeTexts(withKeysMasked);
    box.current.value = withKeysMasked(box.current.value);
    written(box.current.value);
    send();
  }

  /** The text was sent, here or in another tab. */
  function empty() {
    // An answer costs money, so asking must be chosen for each question.
    setSwitched(false);
    setAiMentioned(false);
    replying.dispatch(null);
    mentions.close();
    if (!box.current) return;
    box.current.value = '';
    fitText(box.current, tallest);
  }

  function pressed(event: KeyboardEvent) {
    if (mentions.pressed(event)) return event.preventDefault();
    if (event.key === 'Escape' && reply !== null) return replying.dispatch(null);
    if (!isSendKey(event.nativeEvent)) return;
    event.preventDefault();
    send();
  }

  return (
    <div className={styles.foot}>
      {own.space.slow_seconds > 0 && own.role === 'member' && (
        <p className={styles.note}>
          Slow mode: one message every {secondsWords(own.space.slow_seconds)}. What you send sooner waits
          until then.
        </p>
      )}
      <form
        className={classes(textBoxStyles.frame, styles.composer)}
        data-off-record={isOffRecord || undefined}
        aria-label={isAsking ? `Ask ${aiName}` : 'Write to everyone'}
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        {mentions.people.length > 0 && (
          <MentionList
            id={mentions.id}
            people={mentions.people}
            active={mentions.active}
            onChoose={mentions.choose}
          />
        )}
        {reply !== null && (
          <div className={styles.reply}>
            {isReplyGone ? (
              <span>The message you are replying to was deleted. Yours will be sent as a new message.</span>
            ) : (
              <p dir="auto">
                {answered ? `Reply to: ${quoteText(answered)}` : 'Reply to an earlier message'}
              </p>
            )}
            <IconButton label="No reply" small onClick={() => replying.dispatch(null)}>
              <CloseIcon size={16} />
            </IconButton>
          </div>
        )}
        <FileChips
          files={waiting.map(({ chip }) => chip)}
          onRemove={files.remove}
          onRetry={files.retry}
          onInsert={insertPasted}
        />
        {isOffRecord && (
          <p className={styles.offRecord}>
            Off the record: everyone here can read it, but it is never sent to an AI.
          </p>
        )}
        {isAsking && (
          <div className={styles.asking}>
            <p>Everyone here sees the answer.</p>
            {beforeTurn}
          </div>
        )}
        <textarea
          ref={box}
          className={classes(textBoxStyles.box, styles.box)}
          rows={1}
          aria-label="Message"
          {...mentions.aria}
          placeholder={isAsking ? `Ask ${aiName}` : `Message ${name}`}
          enterKeyHint="send"
          autoComplete="off"
          readOnly={isUploading}
          onChange={({ currentTarget }) => {
            written(currentTarget.value);
            mentions.update();
          }}
          onSelect={mentions.update}
          onBlur={mentions.close}
          onKeyDown={pressed}
          onPaste={(event) => {
            const pasted = pastedFiles(event.clipboardData);
            const long = pastedText(event.clipboardData);
            if (pasted.length > 0) add(pasted);
            else if (long === null || !addText(long)) return;
            event.preventDefault();
          }}
        />
        <div className={styles.buttons}>
          <IconButton label="Add files" onClick={() => picker.current?.click()}>
            <DocumentIcon />
          </IconButton>
          <input
            ref={picker}
            type="file"
            multiple
            hidden
            onChange={({ currentTarget }) => {
              const picked = [...(currentTarget.files ?? [])];
              // Emptied, so that choosing the same file again also counts as a change.
              currentTarget.value = '';
              if (picked.length > 0) add(picked);
            }}
          />
          <IconButton
            label="Off the record"
            aria-pressed={isOffRecord}
            className={styles.toggle}
            onClick={() => {
              setOffRecord(!isOffRecord);
              setSwitched(false);
            }}
          >
            <EyeOffIcon />
          </IconButton>
          {own.space.ai_mode === 'mentioned' && (
            <Button
              small
              tone="quiet"
              aria-pressed={isAsking}
              className={classes(styles.toggle, styles.ask)}
              // Text that mentions the AI asks it either way.
              aria-disabled={(isAiMentioned && !isOffRecord) || undefined}
              onClick={() => {
                if (isAiMentioned && !isOffRecord) return;
                setSwitched(!isAsking);
                setOffRecord(false);
                box.current?.focus();
              }}
            >
              <SparkIcon size={20} />
              <span className={styles.askWords}>Ask {aiName}</span>
            </Button>
          )}
          <IconButton type="submit" label="Send message" tone="accent" className={styles.send}>
            <SendIcon />
          </IconButton>
        </div>
      </form>
      {isFileOver && <DropHint>Drop files to add them to your message</DropHint>}
    </div>
  );
}

const refuse = (title: string, text: string) => toast({ tone: 'destructive', title, text });

// Few files need it.
const encodings = lazy(() => import('../../../lib/files/encoding/utf8-file.ts'));
const asUtf8: Parameters<typeof roomFiles>[2]['asUtf8'] = async (file, ask) =>
  await (await encodings.fetch()).asUtf8(file, ask);

async function upload(
  file: File,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<PostFile> {
  const stored = await uploadOwn(file, { signal, onProgress });
  const { url, name, size, media_type, thumbnail_url } = stored;
  return { file_id: fileIdOf(stored), name, size, media_type, url, thumbnail_url };
}

function secondsWords(seconds: number): string {
  if (seconds === 60) return 'minute';
  return seconds % 60 === 0 ? `${seconds / 60} minutes` : `${seconds} seconds`;
}

/** On a phone, focus would bring up the keyboard over the posts. */
function focusWithoutKeyboard(box: HTMLElement | null) {
  if (!matchMedia('(pointer: coarse)').matches) box?.focus({ preventScroll: true });
}
