import { jsonIn } from '../state/json-in.ts';
import type { SafeStorage } from '../state/storage.ts';

/** Unsaved text in the fields of a form, by field. */
type Typed = Readonly<Record<string, string>>;

/** Stores typed text for the lifetime of the tab, for one owner only: an account, or a page. Not for secrets. */
export function formDraft(storage: Pick<SafeStorage, 'read' | 'write' | 'remove'>, entry: string) {
  return {
    read(owner: string): Typed {
      const draft = parsed(storage.read(entry));
      return draft?.owner === owner ? draft.typed : {};
    },
    /** Returns whether the browser stored it. */
    write(owner: string, typed: Typed): boolean {
      if (Object.keys(typed).length > 0) return storage.write(entry, JSON.stringify({ owner, typed }));
      if (storage.read(entry) !== null) storage.remove(entry);
      return true;
    },
  };
}

function parsed(text: string | null): { owner: string; typed: Typed } | null {
  const { owner, typed } = Object(jsonIn(text));
  const isWhole =
    typeof owner === 'string' && Object.values(Object(typed)).every((each) => typeof each === 'string');
  return isWhole ? { owner, typed: Object(typed) } : null;
}
