import type { SafeStorage } from '../state/storage.ts';

/** Unsaved text in the fields of a form, by field. */
type Typed = Readonly<Record<string, string>>;

/** Stores typed text for the lifetime of the tab, for one account only. Not for secrets. */
export function formDraft(storage: Pick<SafeStorage, 'read' | 'write' | 'remove'>, form: string) {
  const entry = `polylogue.typed.${form}`;
  return {
    read(owner: string): Typed {
      const draft = parsed(storage.read(entry));
      return draft?.owner === owner ? draft.typed : {};
    },
    write(owner: string, typed: Typed) {
      if (Object.keys(typed).length > 0) storage.write(entry, JSON.stringify({ owner, typed }));
      else if (storage.read(entry) !== null) storage.remove(entry);
    },
  };
}

function parsed(text: string | null): { owner: string; typed: Typed } | null {
  try {
    const { owner, typed } = JSON.parse(text ?? 'null') ?? {};
    const isWhole =
      typeof owner === 'string' && Object.values(Object(typed)).every((each) => typeof each === 'string');
    return isWhole ? { owner, typed: Object(typed) } : null;
  } catch {
    return null;
  }
}
