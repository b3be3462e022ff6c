import { type Live, live } from '../../lib/state/live.ts';
import type { Toast } from '../../ui/index.ts';

/** Something that can be undone, even after its toast has closed. */
interface Undoable {
  /** The label for undoing it. */
  words: string;
  undo(): void;
}

type StoreEvent = { type: 'done' | 'undone'; what: Undoable };

/** The newest last; the newest is undone first. */
export interface Undoables extends Pick<Live<readonly Undoable[]>, 'read' | 'start' | 'listen'> {
  /** Offers to undo something: in a toast that says what was done, and in the menu. */
  offer(title: string, words: string, undo: () => void): void;
  /** Undoes the newest. */
  undo(): void;
}

const most = 20;

export function openUndoables(showToast: (toast: Toast) => () => void): Undoables {
  const { dispatch, ...all } = live<readonly Undoable[], StoreEvent>([], (all, { type, what }) =>
    type === 'done' ? [...all, what].slice(-most) : all.filter((other) => other !== what),
  );
  return {
    ...all,
    offer(title, words, undo) {
      const what: Undoable = {
        words,
        undo() {
          if (!all.read().includes(what)) return;
          dispatch({ type: 'undone', what });
          undo();
          closeToast();
        },
      };
      dispatch({ type: 'done', what });
      const closeToast = showToast({ title, action: { label: 'Undo', act: what.undo } });
    },
    undo: () => all.read().at(-1)?.undo(),
  };
}
