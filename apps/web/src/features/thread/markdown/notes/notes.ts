import { createContext } from 'react';

/** The notes of one text, as those who name them need them. */
export interface Notes {
  /** The number of each label. */
  numbers: ReadonlyMap<string, number>;
  /** What the ids in this text begin with. */
  id: string;
  /** The place from which each note was last gone to. */
  cameFrom: Map<number, HTMLElement>;
}

export const NotesOf = createContext<Notes>({ numbers: new Map(), id: '', cameFrom: new Map() });

export const idOf = ({ id }: Notes, number: number) => `${id}note-${number}`;

/** Shows an element and puts the focus there. The address stays: it names the page, not a place in a reply. */
export function goTo(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
  element?.focus({ preventScroll: true });
}
