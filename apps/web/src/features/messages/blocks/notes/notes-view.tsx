import type { Note } from '@polylogue/markdown';
import { type ChunkedList, itemsOf, numbersOf } from '@polylogue/markdown';
import { memo, type ReactNode, use, useId, useMemo } from 'react';
import { fewBlocks } from '../block-view.tsx';
import { type Box, ChunkedListView, type ListKind } from '../chunked-list-view.tsx';
import { counts } from '../counts.ts';
import { itemEstimate } from '../estimate.ts';
import styles from './notes.module.css';
import { farIn, goTo, NotesOf, noteId } from './notes.ts';

const chunkOfNotes = (children: ReactNode, start: number, box: Box) => (
  <ol start={start + 1} {...box}>
    {children}
  </ol>
);
const kindOfNotes: ListKind<Note> = {
  show: (chunk, start, box) =>
    chunkOfNotes(
      chunk.map((note, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: notes never change places
        <NoteView key={index} note={note} number={start + index + 1} />
      )),
      start,
      box,
    ),
  far: { show: (words, start, box) => chunkOfNotes(<li>{words}</li>, start, box), estimate: itemEstimate },
};

/** A text and its notes below it, in the order they are written. */
export function WithNotes({ notes, children }: { notes: ChunkedList<Note>; children: ReactNode }) {
  const id = useId();
  // The last note may grow with each frame; references are updated only for new ones.
  const labels = [...itemsOf(notes)].map(({ label }) => label).join('\n');
  const value = useMemo(() => ({ id, numbers: numbersOf(labels), cameFrom: new Map() }), [id, labels]);
  return (
    <NotesOf value={value}>
      {children}
      {/* Not a landmark: there would be one for each reply. */}
      {notes.length > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: not a form control
        <div className={styles.notes} role="group" aria-label="Footnotes" data-notes>
          <ChunkedListView list={notes} kind={kindOfNotes} />
        </div>
      )}
    </NotesOf>
  );
}

const NoteView = memo(function NoteView({ note, number }: { note: Note; number: number }) {
  counts.rendered++;
  const notes = use(NotesOf);
  const id = noteId(notes, number);
  return (
    <li id={id} tabIndex={-1}>
      {fewBlocks(note.children)}{' '}
      {notes.numbers.get(note.label) === number && (
        <a
          className={styles.back}
          href={`#${id}`}
          role="doc-backlink"
          aria-label={`Back from footnote ${number}`}
          onClick={(event) => {
            event.preventDefault();
            const text = event.currentTarget.closest('[data-blocks]');
            const last = notes.cameFrom.get(number);
            goTo({
              element: () =>
                last?.isConnected ? last : document.querySelector<HTMLElement>(`[data-note="${id}"]`),
              far: () =>
                farIn(text, '[data-far]').find((part) =>
                  part.textContent.toLowerCase().includes(`[^${note.label}]`),
                ),
            });
          }}
        >
          ↩
        </a>
      )}
    </li>
  );
});
