import { useCallback, useEffect, useMemo, useState } from 'react';
import type { Live } from '../../../lib/state/live.ts';
import { useToday } from '../../../lib/state/use-clock.ts';
import { useLive } from '../../../lib/state/use-live.ts';
import { dayOf } from '../../../lib/text/time.ts';
import { toast } from '../../../ui/index.ts';
import {
  type Edits,
  type Finding,
  MessageList,
  openFinding,
  type Row,
  type Target,
} from '../../messages/index.ts';
import { nameOf, reasonOf, smallPicture } from '../../person/index.ts';
import type { OpenRoom } from '../engine/open-room.ts';
import { firstNew } from '../engine/room.ts';
import { dayWords } from '../words/day.ts';
import { mayDelete } from '../words/may-delete.ts';
import { mayReport } from '../words/may-report.ts';
import { wasSent } from '../words/was-sent.ts';
import type { Post, TurnMessage } from './lines.ts';
import { useMessageDialogs } from './message-dialogs.tsx';
import { NoticeLine } from './notice-line.tsx';
import type { PostIntents, TurnIntents } from './post-intents.ts';
import { PostView } from './post-view.tsx';
import { listedPosts, type PostSource } from './posts.ts';
import { RoomAnnouncer } from './room-announcer.tsx';
import { ToAnswer, useUnseenAnswer } from './to-answer.tsx';
import styles from './to-new-posts.module.css';
import { ToNewPosts } from './to-new-posts.tsx';
import type { TurnParts, TurnViewProps } from './turn-parts.ts';
import { TurnView } from './turn-view.tsx';

interface RoomMessagesProps {
  room: OpenRoom;
  me: string;
  edits: Edits;
  /** The post that the next one replies to. */
  replying: Live<string | null, string | null>;
  ownPosts: Pick<Live<unknown>, 'listen'>;
  /** The message that the reader wants to see. */
  goingTo: Live<Target, Target>;
  /** What models are called; missing until its table has come. */
  modelName?: TurnViewProps['modelName'];
  /** What needs this browser’s keys. */
  parts?: TurnParts | undefined;
}

/** The messages of a space. */
export function RoomMessages({ room, me, edits, replying, ownPosts, goingTo, ...late }: RoomMessagesProps) {
  const { modelName, parts } = late;
  const [finding] = useState(openFinding);
  const source = useMemo(() => sourceOf(room, me), [room, me]);
  const isFinding = useLive(finding, ({ isOpen }) => isOpen);
  const notFound = useEarlierMatches(room, finding);
  const target = useTarget(room, goingTo);
  const divider = useLive(room, (now) => firstNew(now, me));
  const can = useLive(room, (now) => now.own?.can);
  const spaceId = useLive(room, (now) => now.own?.space.space_id ?? '');
  const role = useLive(room, (now) => now.own?.role);
  const owner_id = useLive(room, (now) => now.own?.space.owner_id ?? null);
  const { opening, dialogs } = useMessageDialogs(spaceId, room.remove);
  const intents = useMemo((): PostIntents & TurnIntents => {
    const failed = (title: string) => (error: unknown) =>
      void toast({ tone: 'destructive', title, text: reasonOf(error) });
    return {
      goTo: (id) => goingTo.dispatch({ id }),
      reply: (message_id) => replying.dispatch(message_id),
      edit: (id, body, typed = body) =>
        room
          .edit(id, { body })
          .then(
            () => edits.dispatch({ type: 'edit-ended', id, text: typed }),
            failed('The message was not changed'),
          ),
      setOffRecord: (message_id, is_off_record) =>
        void room.edit(message_id, { is_off_record }).then(() => {
          const { rows } = room.read();
          const row = rows.find((one) => one.message_id === message_id);
          if (!is_off_record || !row || !wasSent(rows, row)) return;
          toast({
            title: 'The AI was already sent this message',
            text: 'It will not be sent again, but what the AI has answered stays.',
          });
        }, failed('The message was not changed')),
      ...opening,
      react: (message_id, emoji, isOn) =>
        void room.react(message_id, emoji, isOn).catch(failed('The reaction was not saved')),
      setPinned: (message_id, isOn) =>
        void room
          .setPinned(message_id, isOn)
          .catch(failed(isOn ? 'The message was not pinned' : 'The message was not taken off')),
      undoTopic: (id) => room.undoTopic(id).catch(failed('The new topic was not undone')),
      retry: room.retry,
      discard: room.discard,
      stop: (turn_id) => room.stopTurn(turn_id).catch(failed('The answer was not stopped')),
      withdraw: (turn_id) => room.withdraw(turn_id).catch(failed('The question was not withdrawn')),
      askAgain: (turn_id, wants) =>
        room.askAgain(turn_id, wants).catch(failed('The question was not asked again')),
      retryTurn: (turn_id, how) =>
        room.retryTurn(turn_id, how).catch(failed('The question was not asked again')),
    };
  }, [room, edits, replying, goingTo, opening]);

  const today = useToday();
  const readBefore = useLive(room, (now) => now.readBefore);
  // Whoever returns has other new ones.
  const [newSeen, setNewSeen] = useState(-1);
  const { answer, onSeen: onAnswerSeen } = useUnseenAnswer(room, me);
  const onNewSeen = useCallback(() => setNewSeen(readBefore), [readBefore]);

  function draw({ message, ...row }: Row & { message: Post | TurnMessage }) {
    if (!can || !role) return null;
    const day = message.isFirstOfDay ? dayWords(dayOf(message.at), today) : null;
    const standing = { me, role, can, owner_id };
    const isHost = role === 'owner' || role === 'host';
    if (message.role === 'assistant') {
      const beside = { message, day, me, can, isHost, intents, room, modelName, parts };
      return (
        <TurnView
          {...row}
          {...beside}
          mayDelete={mayDelete(message.row.by_id, standing)}
          onSeen={message.id === answer ? onAnswerSeen : undefined}
        />
      );
    }
    if (message.row?.kind === 'notice')
      return <NoticeLine {...row} {...{ message, day, me, can, intents }} />;
    const isFirstNew = message.id === divider;
    const author = message.row ? message.row.by_id : me;
    return (
      <PostView
        {...row}
        {...{ message, day, me, can, isHost, isFirstNew, onNewSeen, edits, intents }}
        mayDelete={mayDelete(author, standing)}
        mayReport={mayReport(author, standing)}
      />
    );
  }

  return (
    <>
      {!isFinding && (
        <div className={styles.place}>
          {newSeen !== readBefore && <ToNewPosts room={room} me={me} goingTo={goingTo} />}
          {answer !== null && <ToAnswer id={answer} goingTo={goingTo} />}
        </div>
      )}
      <MessageList
        source={source}
        edits={edits}
        draw={draw}
        announcer={<RoomAnnouncer source={source} />}
        finding={finding}
        notFound={notFound}
        ownSends={ownPosts}
        isShared
        onNearTop={room.loadOlder}
        target={target}
        onArrived={() => goingTo.dispatch(null)}
      />
      {dialogs}
    </>
  );
}

/**
 * Matches may be in messages that are not loaded yet, or no longer: a room may be loaded anew. Says so while there are
 * any; other words try again.
 */
function useEarlierMatches(room: OpenRoom, finding: Finding): string | undefined {
  const sought = useLive(finding, (now) => (now.isOpen ? now.sought : null));
  const hasEarlier = useLive(room, ({ older }) => older !== null);
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    if (sought === null || !hasEarlier) return;
    setFailed(false);
    return room.loadAll(() => {
      setFailed(true);
      toast({
        tone: 'destructive',
        title: 'Earlier messages could not be loaded',
        text: 'Check your connection, then change the words you are looking for.',
      });
    });
  }, [sought, room, hasEarlier]);
  if (!hasEarlier) return;
  return hasFailed ? 'Nothing found in what is loaded' : 'Loading earlier messages…';
}

/** The message to go to; earlier ones are loaded until it is there. */
function useTarget(room: OpenRoom, goingTo: Live<Target, Target>): Target {
  const target = useLive(goingTo, (now) => now);
  const place = useLive(room, ({ rows, isCurrent, older }) => {
    if (!target || rows.some(({ message_id }) => message_id === target.id)) return 'loaded';
    if (!isCurrent) return 'unknown';
    return older === null ? 'missing' : 'earlier';
  });
  useEffect(() => {
    if (place === 'earlier') {
      return room.loadAll(() => {
        goingTo.dispatch(null);
        toast({
          tone: 'destructive',
          title: 'The message could not be loaded',
          text: 'Check your connection and try again.',
        });
      });
    }
    if (place !== 'missing') return;
    goingTo.dispatch(null);
    toast({ title: 'This message is not here', text: 'Its author may have been blocked, or it was removed' });
  }, [place, room, goingTo]);
  return target;
}

function sourceOf(room: OpenRoom, me: string): PostSource {
  const listed = listedPosts(me, { nameOf, smallPicture });
  return { read: () => listed(room.read()), listen: room.listen, start: listed(room.start) };
}
