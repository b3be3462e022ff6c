import { createContext } from 'react';
import { nextFrame } from '../../../../lib/schedule/frame.ts';

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

/** Where one goes, and what stands there while it is far from the screen. */
interface Goal {
  element(): HTMLElement | null;
  far(): Element | undefined;
}

/** Frames until one gives up: what is far comes when it has been near for a moment. */
const patience = 90;

/** Shows an element and puts the focus there. The address stays: it names the page, not a place in a reply. */
export function goTo(goal: Goal, left = patience): void {
  const element = goal.element();
  if (element !== null) {
    element.scrollIntoView({ block: 'nearest' });
    element.focus({ preventScroll: true });
    return;
  }
  const far = goal.far();
  far?.scrollIntoView({ block: 'nearest' });
  if (far && left > 0) nextFrame(() => goTo(goal, left - 1));
}

/** The parts of a text that are their words alone. */
export const farIn = (text: Element | null, parts: string): HTMLElement[] => [
  ...(text?.querySelectorAll<HTMLElement>(parts) ?? []),
];
