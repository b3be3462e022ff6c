import { tabStorage } from '../../lib/state/storage.ts';

/** What was typed into a form before its page was reloaded, by field. Never a secret. */
type Typed = Readonly<Record<string, string>>;

const entry = 'polylogue.typed_form';

export const typedBefore = {
  /** Returns whether the browser stored it. */
  store: (typed: Typed): boolean =>
    tabStorage.write(entry, JSON.stringify({ path: location.pathname, typed })),
  read(): Typed {
    try {
      const { path, typed } = JSON.parse(tabStorage.read(entry) ?? '{}');
      const isWhole = Object.values(Object(typed)).every((each) => typeof each === 'string');
      return path === location.pathname && isWhole ? Object(typed) : {};
    } catch {
      return {};
    }
  },
  clear(): void {
    if (tabStorage.read(entry) !== null) tabStorage.remove(entry);
  },
};
