import { createContext } from 'react';
import { nextFrame } from '../../../../lib/schedule/frame.ts';

/** The notes of one text, as their references need them. */
export interface Notes {
  /** The number of each label. */
  numbers: ReadonlyMap<string, number>;
  /** Prefix of the ids in this text. */
  id: string;
  /** The reference from which each note was last visited. */
  cameFrom: Map<number, HTMLElement>;
}

export const NotesOf = createContext<Notes>({ numbers: new Map(), id: '', cameFrom: new Map() });

export const noteId = ({ id }: Notes, number: number) => `${id}note-${number}`;

/** The target of a jump, and its placeholder while it is far from the screen. */
interface Goal {
  element(): HTMLElement | null;
  far(): Element | undefined;
}

/** Frames before giving up: what is far from the screen is rendered after being near it for a moment. */
const maxFrames = 90;

/** Scrolls to an element and focuses it. The URL does not change: it names the page, not a place in a reply. */
export function goTo(goal: Goal, left = maxFrames): void {
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

/** The parts of a text that are reduced to their words. */
export const farIn = (text: Element | null, parts: string): HTMLElement[] => [
  ...(text?.querySelectorAll<HTMLElement>(parts) ?? []),
];
