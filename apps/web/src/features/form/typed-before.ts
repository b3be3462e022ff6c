import { safeStorage } from '../../lib/state/storage.ts';

/** What was typed into a form before its page was reloaded, by field. Never a secret. */
type Typed = Readonly<Record<string, string>>;

const entry = 'polylogue.typed_form';
const tab = safeStorage(() => sessionStorage);

export const typedBefore = {
  /** Returns whether the browser stored it. */
  store: (typed: Typed): boolean => tab.write(entry, JSON.stringify({ path: location.pathname, typed })),
  read(): Typed {
    try {
      const { path, typed } = JSON.parse(tab.read(entry) ?? '{}');
      return path === location.pathname ? typed : {};
    } catch {
      return {};
    }
  },
  clear(): void {
    if (tab.read(entry) !== null) tab.remove(entry);
  },
};
