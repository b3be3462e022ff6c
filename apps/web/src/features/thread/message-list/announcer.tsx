import { useEffect, useRef } from 'react';
import { browserClock } from '../clock.ts';
import { type Conversation, hasComeBack, lastSaid } from '../conversation.ts';
import type { Reply } from '../message.ts';
import type { Thread } from '../thread.ts';
import { troubleWords } from '../trouble.ts';
import styles from './announcer.module.css';
import { breath, openSpeech } from './speech.ts';
import { spokenLimit } from './spoken.ts';

/** Milliseconds after which something was heard. */
const heardAfter = 10_000;

/**
 * Tells a screen reader of an answer: its sentences as they settle, a few at a time, and how it ended. What is added
 * waits until what was said before is through (docs/decisions/0016-replies-aloud.md).
 */
export function Announcer({ thread }: { thread: Thread }) {
  const region = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const clock = browserClock;
    let before = thread.read();
    let speech = openSpeech();
    let callOff = () => {};

    function say(words: string) {
      if (words === '') return;
      const line = document.createElement('p');
      line.textContent = words;
      region.current?.append(line);
      // A reader who walks through the page must not meet it a second time.
      clock.after(heardAfter, () => line.remove());
    }

    function listen() {
      callOff = clock.after(breath, () => {
        const reply = growing(thread.read());
        if (reply !== null) say(speech.more(reply));
        listen();
      });
    }

    const stop = thread.listen(() => {
      const now = thread.read();
      const isNew = before.pending.type === 'idle' && now.pending.type !== 'idle';
      const isOver = before.pending.type !== 'idle' && now.pending.type === 'idle';
      const isOld = hasComeBack(before, now);
      const switched = isNew || isOver ? null : switchedTo(before, now);
      before = now;
      if (switched !== null) say(switched);
      if (!isNew && !isOver) return;
      callOff();
      // The old reply was said when it came.
      if (isOver) return say(ending(now, isOld ? () => '' : speech.rest));
      // What a continued reply says already is not said again.
      speech = openSpeech();
      const reply = growing(now);
      if (reply !== null) speech.rest(reply);
      listen();
    });
    return () => {
      stop();
      callOff();
    };
  }, [thread]);

  return <div ref={region} className={styles.announcer} role="status" aria-atomic="false" />;
}

function switchedTo(before: Conversation, now: Conversation): string | null {
  if (before.forks === now.forks) return null;
  const at = (forks: Conversation['forks'], key: string) => forks[key]?.indexOf(null);
  const key = Object.keys(now.forks).find(
    (key) => before.forks[key] && at(before.forks, key) !== at(now.forks, key),
  );
  return key === undefined ? null : `Version ${(at(now.forks, key) ?? 0) + 1} of ${now.forks[key]?.length}`;
}

/** The text so far of the reply that is being written. */
function growing({ pending, messages }: Conversation): string | null {
  const last = lastSaid(messages);
  return pending.type !== 'idle' && last?.role === 'assistant' ? beginning(last) : null;
}

function ending({ messages }: Conversation, rest: (reply: string) => string): string {
  const last = lastSaid(messages);
  if (!last) return '';
  // A failure is announced by whoever was told of it.
  const trouble = last.trouble?.type === 'failed' ? '' : (troubleWords(last)?.text ?? '');
  return last.role === 'user' ? trouble : `${rest(beginning(last))} ${trouble}`.trim();
}

/** As much of it as could ever be said, without joining all of a long one. */
const beginning = ({ text }: Reply) => text.after(0, 2 * spokenLimit + 1);
