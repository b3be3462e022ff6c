import { use } from 'react';
import styles from './notes.module.css';
import { farIn, goTo, NotesOf, noteId } from './notes.ts';

/** `[^1]`: a number that links to its note, or the plain characters while there is no such note. */
export function NoteReference({ label }: { label: string }) {
  const notes = use(NotesOf);
  const number = notes.numbers.get(label);
  if (number === undefined) return `[^${label}]`;
  const target = noteId(notes, number);
  return (
    <sup className={styles.reference}>
      <a
        href={`#${target}`}
        role="doc-noteref"
        aria-label={`Footnote ${number}`}
        data-note={target}
        onClick={(event) => {
          event.preventDefault();
          notes.cameFrom.set(number, event.currentTarget);
          const text = event.currentTarget.closest('[data-blocks]');
          goTo({
            element: () => document.getElementById(target),
            far: () =>
              farIn(text, '[data-notes] > [data-far]').findLast(
                ({ dataset }) => Number(dataset.start) < number,
              ),
          });
        }}
      >
        {number}
      </a>
    </sup>
  );
}
