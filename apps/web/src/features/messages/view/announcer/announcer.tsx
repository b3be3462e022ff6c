import { useEffect, useEffectEvent, useRef } from 'react';
import { browserClock } from '../../../../lib/schedule/clock.ts';
import type { MessageExtras } from '../intents.ts';
import { hasFallenBack, type ListSource, type ListState } from '../list-state.ts';
import { type ListedReply, lastMessage } from '../message.ts';
import styles from './announcer.module.css';
import { announcementInterval, openSpeech } from './speech.ts';
import { spokenLimit } from './spoken-text.ts';

/** Milliseconds after which an announcement has been read and is removed. */
const removeAfter = 10_000;

interface AnnouncerProps {
  source: ListSource;
  error: MessageExtras['error'];
}

/**
 * Announces an answer to screen readers: its sentences as they settle, a few at a time, and how it ended. Additions
 * wait until what came before has been read (docs/decisions/0016-replies-aloud.md).
 */
export function Announcer({ source, error }: AnnouncerProps) {
  const region = useRef<HTMLDivElement>(null);
  const errorOf = useEffectEvent(error);

  useEffect(() => {
    const clock = browserClock;
    let before = source.read();
    let speech = openSpeech();
    let callOff = () => {};

    function announce(words: string) {
      if (words === '') return;
      const line = document.createElement('p');
      line.textContent = words;
      region.current?.append(line);
      // A screen reader user reading through the page should not come across it again.
      clock.after(removeAfter, () => line.remove());
    }

    function announceMore() {
      callOff = clock.after(announcementInterval, () => {
        const reply = growing(source.read());
        if (reply !== null) announce(speech.more(reply));
        announceMore();
      });
    }

    const stop = source.listen(() => {
      const now = source.read();
      const isNew = before.pending.type === 'idle' && now.pending.type !== 'idle';
      const isOver = before.pending.type !== 'idle' && now.pending.type === 'idle';
      const isOld = hasFallenBack(before, now);
      const switched = isNew || isOver ? null : switchedTo(before, now);
      before = now;
      if (switched !== null) announce(switched);
      if (!isNew && !isOver) return;
      callOff();
      // The old reply was announced when it arrived.
      if (isOver) return announce(ending(now, isOld ? () => '' : speech.rest, errorOf));
      // What a continued reply already says is not announced again.
      speech = openSpeech();
      const reply = growing(now);
      if (reply !== null) speech.rest(reply);
      announceMore();
    });
    return () => {
      stop();
      callOff();
    };
  }, [source]);

  return <div ref={region} className={styles.announcer} role="status" aria-atomic="false" />;
}

function switchedTo(before: ListState, now: ListState): string | null {
  if (before.forks === now.forks) return null;
  const at = (forks: ListState['forks'], key: string) => forks[key]?.indexOf(null);
  const key = Object.keys(now.forks).find(
    (key) => before.forks[key] && at(before.forks, key) !== at(now.forks, key),
  );
  return key === undefined ? null : `Version ${(at(now.forks, key) ?? 0) + 1} of ${now.forks[key]?.length}`;
}

/** The text so far of the reply being written. */
function growing({ pending, messages }: ListState): string | null {
  const last = lastMessage(messages);
  return pending.type !== 'idle' && last?.role === 'assistant' ? beginning(last) : null;
}

function ending(
  { messages }: ListState,
  rest: (reply: string) => string,
  errorOf: MessageExtras['error'],
): string {
  const last = lastMessage(messages);
  if (!last) return '';
  // A failure is announced by the component it was reported to.
  const error = errorOf(last);
  const words = error === null || error.isFailure ? '' : error.text;
  return last.role === 'user' ? words : `${rest(beginning(last))} ${words}`.trim();
}

/** As much of it as could ever be announced, without joining all of a long one. */
const beginning = ({ text }: ListedReply) => text.readFrom(0, 2 * spokenLimit + 1);
