import { useEffect, useState } from 'react';
import type { Live } from '../../../lib/state/live.ts';
import { useLive } from '../../../lib/state/use-live.ts';
import { ArrowUpIcon, Button, toast } from '../../../ui/index.ts';
import type { Target } from '../../messages/index.ts';
import { countWords } from '../../space/index.ts';
import type { OpenRoom } from '../engine/open-room.ts';
import { areNewLoaded, countNew, firstNew } from '../engine/room.ts';
import styles from './to-new-posts.module.css';

interface ToNewPostsProps {
  room: OpenRoom;
  me: string;
  goingTo: Pick<Live<Target, Target>, 'dispatch'>;
}

/** Leads to the first post that was new when the room was opened, or returned to; earlier ones are loaded until it is there. */
export function ToNewPosts({ room, me, goingTo }: ToNewPostsProps) {
  const first = useLive(room, (now) => firstNew(now, me));
  const isLoaded = useLive(room, areNewLoaded);
  const count = useLive(room, (now) => countNew(now, me));
  const [isWanted, setWanted] = useState(false);

  useEffect(() => {
    if (!isWanted) return;
    if (!isLoaded) {
      return room.loadAll(() => {
        setWanted(false);
        toast({
          tone: 'destructive',
          title: 'The new messages could not be loaded',
          text: 'Check your connection and try again.',
        });
      });
    }
    if (first !== null) goingTo.dispatch({ id: first });
    setWanted(false);
  }, [isWanted, isLoaded, first, room, goingTo]);

  if (count === 0) return null;
  const words = `${countWords(count)} new`;
  return (
    <Button
      small
      tone="accent"
      aria-label={`${words}, go to the first`}
      className={styles.button}
      onClick={() => setWanted(true)}
    >
      {words}
      <ArrowUpIcon size={16} />
    </Button>
  );
}
