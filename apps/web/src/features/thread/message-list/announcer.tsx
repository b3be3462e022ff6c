import { useEffect, useRef } from 'react';
import { browserClock } from '../clock.ts';
import type { Conversation } from '../conversation.ts';
import { contentOf } from '../message.ts';
import type { Thread } from '../thread.ts';
import { troubleWords } from '../trouble.ts';
import styles from './announcer.module.css';
import { spoken } from './spoken.ts';

const heardAfter = 3_000;

/** Tells a screen reader how an answer ended: the finished reply, once, or why there is none. */
export function Announcer({ thread }: { thread: Thread }) {
  const region = useRef<HTMLDivElement>(null);

  useEffect(() => {
    let before = thread.read();
    let callOff = () => {};

    function say(words: string) {
      callOff();
      if (region.current) region.current.textContent = words;
      // Heard by now; a reader who walks through the page must not meet it a second time.
      if (words !== '') callOff = browserClock.after(heardAfter, () => say(''));
    }

    const stop = thread.listen(() => {
      const now = thread.read();
      const words = announcement(before, now);
      before = now;
      if (words !== null) say(words);
    });
    return () => {
      stop();
      callOff();
    };
  }, [thread]);

  return <div ref={region} className={styles.announcer} role="status" />;
}

function announcement(before: Conversation, now: Conversation): string | null {
  if (before.pending.type === 'idle') return now.pending.type === 'idle' ? null : '';
  if (now.pending.type !== 'idle') return null;
  const last = now.messages.at(-1);
  if (!last) return '';
  // A failure is announced by whoever was told of it.
  const trouble = last.trouble?.type === 'failed' ? '' : (troubleWords(last)?.text ?? '');
  return last.role === 'user' ? trouble : `${spoken(contentOf(last))} ${trouble}`;
}
