import { useMemo, useState } from 'react';
import type { Live } from '../../../lib/state/live.ts';
import { useLive } from '../../../lib/state/use-live.ts';
import { toast } from '../../../ui/index.ts';
import { MessageList, openEdits, openFinding, type Row } from '../../messages/index.ts';
import { reasonOf } from '../../person/index.ts';
import { NoticeLine } from './notice-line.tsx';
import type { OpenRoom } from './open-room.ts';
import type { PostIntents } from './post-intents.ts';
import { PostView } from './post-view.tsx';
import { listedPosts, type Post, type PostSource } from './posts.ts';
import { firstNew } from './room.ts';
import { RoomAnnouncer } from './room-announcer.tsx';

interface RoomMessagesProps {
  room: OpenRoom;
  me: string;
  /** The post that the next one replies to. */
  replying: Live<string | null, string | null>;
  ownPosts: Pick<Live<unknown>, 'listen'>;
}

/** The posts of a space. */
export function RoomMessages({ room, me, replying, ownPosts }: RoomMessagesProps) {
  const [finding] = useState(openFinding);
  const [edits] = useState(openEdits);
  const source = useMemo(() => sourceOf(room, me), [room, me]);
  const divider = useLive(room, (now) => firstNew(now, me));
  const can = useLive(room, (now) => now.own?.can);
  const spaceId = useLive(room, (now) => now.own?.space.space_id ?? '');
  const intents = useMemo((): PostIntents => {
    const failed = (title: string) => (error: unknown) =>
      toast({ tone: 'destructive', title, text: reasonOf(error) });
    return {
      reply: (message_id) => replying.dispatch(message_id),
      edit(message_id, body) {
        if (body.trim() === '') return false;
        room
          .edit(message_id, { body })
          .then(
            () => edits.dispatch({ type: 'edit-ended', id: message_id }),
            failed('The post was not changed'),
          );
        return false;
      },
      setOffRecord: (message_id, is_off_record) =>
        void room.edit(message_id, { is_off_record }).catch(failed('The post was not changed')),
      remove: room.remove,
      react: (message_id, emoji, isOn) =>
        void room.react(message_id, emoji, isOn).catch(failed('The reaction was not saved')),
      retry: room.retry,
      drop: room.drop,
    };
  }, [room, edits, replying]);

  return (
    <MessageList
      source={source}
      edits={edits}
      draw={(row: Row & { message: Post }) =>
        row.message.row?.kind === 'notice' ? (
          <NoticeLine {...row} />
        ) : (
          can && (
            <PostView
              {...row}
              me={me}
              spaceId={spaceId}
              can={can}
              isFirstNew={row.message.id === divider}
              edits={edits}
              intents={intents}
            />
          )
        )
      }
      announcer={<RoomAnnouncer source={source} />}
      finding={finding}
      ownSends={ownPosts}
      onNearTop={room.older}
    />
  );
}

function sourceOf(room: OpenRoom, me: string): PostSource {
  const listed = listedPosts(me);
  return { read: () => listed(room.read()), listen: room.listen, start: listed(room.start) };
}
