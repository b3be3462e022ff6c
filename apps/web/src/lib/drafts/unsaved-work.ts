import { openLeaving } from '../page/leaving.ts';
import { browserClock } from '../schedule/clock.ts';
import { listenersOf } from '../state/listeners.ts';

// The one place that knows what would be lost with the page, with the tab, or by signing out.

/** Work that is stored nowhere, or only in this browser. */
export interface UnsavedWork {
  /** What signing out would lose at the moment, in a few words; null: nothing. */
  words(): string | null;
  /** Whether closing the tab would lose some of it; if this is missing, whenever there are words. */
  isLostWithTab?(): boolean;
  /** For work that another page of the app would replace: asks whether it may. */
  confirmLeave?(): Promise<boolean>;
}

const registered = new Set<UnsavedWork>();
const saved = listenersOf<[]>();
const leaving = listenersOf<[]>();
const senders = new Set<() => Promise<void>>();
let isAbandoned = false;

const onPage = () => [...registered].filter((work) => work.confirmLeave && work.words() !== null);

const wouldLose = ({ words, isLostWithTab = () => words() !== null }: UnsavedWork) => isLostWithTab();

/** Returns a function to call once there is no such work any more. */
export function registerUnsavedWork(work: UnsavedWork): () => void {
  registered.add(work);
  return () => {
    registered.delete(work);
    if (work.confirmLeave && !isPageUnsaved()) saved.dispatch();
  };
}

/** What signing out would lose now, in a few words each. */
export const unsavedWork = (): string[] => [...registered].flatMap((work) => work.words() ?? []);

/** Whether another page of the app would replace something typed on this one. */
export const isPageUnsaved = (): boolean => onPage().length > 0;

/** Calls back when the last of that is saved or discarded. */
export const whenPageSaved = saved.add;

/** Asks about each in turn; false as soon as the user decides to stay. */
export async function mayLeavePage(): Promise<boolean> {
  for (const work of onPage()) if (!(await work.confirmLeave?.())) return false;
  return true;
}

/** Registers a function that can still save such work. */
export const registerWorkFlush = (send: () => Promise<void>): void => void senders.add(send);

/** Saves as much as it can within this many milliseconds. Never rejects. */
export async function flushWork(timeout: number): Promise<void> {
  const late = new Promise((resolve) => setTimeout(resolve, timeout));
  await Promise.race([Promise.allSettled([...senders].map((send) => send())), late]);
}

/** The user has agreed to lose it: do not ask again. */
export function abandonWork(): void {
  isAbandoned = true;
  // A page restored from the back/forward cache still has its work.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) isAbandoned = false;
  });
}

export const isWorkAbandoned = (): boolean => isAbandoned;

/** Calls back when the tab may be about to close, to store what is not stored yet. Returns a function that stops it. */
export const beforeLeaving = leaving.add;

/** Resolves at once, or, while the page is being left, when it stays after all, or the signal fires. */
export const { stays } = openLeaving({
  page: typeof window === 'undefined' ? { addEventListener() {} } : window,
  after: browserClock.after,
  store: leaving.dispatch,
  wouldLose: () => !isAbandoned && [...registered].some(wouldLose),
});
