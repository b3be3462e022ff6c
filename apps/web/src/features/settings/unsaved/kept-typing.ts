import type { SafeStorage } from '../../../lib/storage.ts';
import { safeStorage } from '../../../lib/storage.ts';

/** What is typed into the fields of a form and not saved, by field. */
type Typed = Readonly<Record<string, string>>;

/** Keeps what somebody types as long as the tab lives, for nobody but them. Not for secrets. */
export function keptTyping(storage: Pick<SafeStorage, 'read' | 'write' | 'remove'>, form: string) {
  const entry = `polylogue.typed.${form}`;
  return {
    read(owner: string): Typed {
      const kept = parsed(storage.read(entry));
      return kept?.owner === owner ? kept.typed : {};
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

export const tab = safeStorage(() => sessionStorage);
