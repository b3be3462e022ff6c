import type { OwnSpace } from '@polylogue/contract';
import { spaceLimits } from '@polylogue/sync';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { serverNow } from '../../../api/index.ts';
import { browserClock } from '../../../lib/schedule/clock.ts';
import type { Live } from '../../../lib/state/live.ts';
import { useLive } from '../../../lib/state/use-live.ts';
import { draftEntry } from '../../../lib/unsaved/unsent.ts';
import {
  CloseIcon,
  classes,
  fitHeight,
  IconButton,
  SendIcon,
  sends,
  textBoxStyles,
  toast,
} from '../../../ui/index.ts';
import { whenOf } from '../../space/index.ts';
import { keptDraft } from './kept-draft.ts';
import type { OpenRoom } from './open-room.ts';
import styles from './room-composer.module.css';

interface RoomComposerProps {
  room: OpenRoom;
  own: OwnSpace;
  me: string;
  replying: Live<string | null, string | null>;
  ownPosts: Live<number, 'posted'>;
}

const tallest = 160;

export function RoomComposer(props: RoomComposerProps) {
  const { room, own } = props;
  const closed = whyClosed(own);
  useUnmuted(room, own.muted_until);
  if (closed === null) return <Composer {...props} />;
  return (
    <div className={styles.foot}>
      <p className={styles.closed}>{closed}</p>
    </div>
  );
}

/** Longer timers fire at once. */
const longestTimer = 2 ** 31 - 1;

/** Looks again when the time is over for which one was muted. */
function useUnmuted(room: OpenRoom, until: number | null) {
  useEffect(() => {
    if (until === null) return;
    const left = until - serverNow() + 1_000;
    if (left < 0 || left > longestTimer) return;
    const timer = setTimeout(room.refresh, left);
    return () => clearTimeout(timer);
  }, [room, until]);
}

/** Why one cannot post here; null: one can. */
function whyClosed({ space, role, can, muted_until }: OwnSpace): string | null {
  if (can.post) return null;
  if (space.archived_at !== null) return 'This space is archived: it can be read, and nobody can post in it.';
  if (role === 'listener') return 'You are a listener here: you can read and react.';
  if (muted_until !== null) return `A host has muted you until ${whenOf(muted_until)}.`;
  return 'You cannot post here at the moment.';
}

function Composer({ room, own, me, replying, ownPosts }: RoomComposerProps) {
  const box = useRef<HTMLTextAreaElement>(null);
  const { space_id, name } = own.space;
  const entry = `${draftEntry}.${me}.${space_id}`;
  const draft = useRef<ReturnType<typeof keptDraft>>(null);
  const reply = useLive(replying, (id) => id);
  const answered = useLive(room, ({ rows }) => rows.find(({ message_id }) => message_id === reply));

  useEffect(() => {
    const kept = keptDraft(entry, browserClock);
    draft.current = kept;
    if (box.current && box.current.value === '') {
      box.current.value = kept.read();
      fitHeight(box.current, tallest);
    }
    addEventListener('pagehide', kept.flush);
    return () => {
      removeEventListener('pagehide', kept.flush);
      kept.flush();
    };
  }, [entry]);
  useEffect(() => {
    if (reply) box.current?.focus();
  }, [reply]);

  function send() {
    const body = box.current?.value ?? '';
    if (!box.current || body.trim() === '') return box.current?.focus();
    if (body.length > spaceLimits.bodyLength) {
      return toast({
        tone: 'destructive',
        title: 'This message is too long',
        text: `It has ${body.length} characters; ${spaceLimits.bodyLength} are allowed`,
      });
    }
    const isKept = room.post(body, reply);
    ownPosts.dispatch('posted');
    replying.dispatch(null);
    box.current.value = '';
    fitHeight(box.current, tallest);
    draft.current?.write('');
    draft.current?.flush();
    if (!isKept) {
      toast({
        tone: 'destructive',
        title: 'This browser stores nothing',
        text: 'Leave this page open until your post is sent',
      });
    }
  }

  function pressed(event: KeyboardEvent) {
    if (event.key === 'Escape' && reply !== null) return replying.dispatch(null);
    if (!sends(event.nativeEvent)) return;
    event.preventDefault();
    send();
  }

  return (
    <div className={styles.foot}>
      <form
        className={classes(textBoxStyles.frame, styles.composer)}
        aria-label="Write to everyone"
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        {answered && (
          <div className={styles.reply}>
            <p dir="auto">Reply to: {answered.body}</p>
            <IconButton label="No reply" small onClick={() => replying.dispatch(null)}>
              <CloseIcon size={16} />
            </IconButton>
          </div>
        )}
        <div className={styles.line}>
          <textarea
            ref={box}
            className={classes(textBoxStyles.box, styles.box)}
            rows={1}
            aria-label="Message"
            dir="auto"
            placeholder={`Message ${name}`}
            enterKeyHint="send"
            autoComplete="off"
            onChange={({ currentTarget }) => {
              fitHeight(currentTarget, tallest);
              draft.current?.write(currentTarget.value);
              if (currentTarget.value.trim() !== '') room.typing();
            }}
            onKeyDown={pressed}
          />
          <IconButton type="submit" label="Send message" tone="accent">
            <SendIcon />
          </IconButton>
        </div>
      </form>
    </div>
  );
}
