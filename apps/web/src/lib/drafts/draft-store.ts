import { jsonIn } from '../state/json-in.ts';
import type { ListableStorage, SafeStorage } from '../state/storage.ts';
import type { FoundDraft, Source, Storing } from './advance-draft.ts';
import { entriesOf, isErased, optionsEntryOf, waitingEntryOf } from './entries.ts';

export interface DraftStoreNeeds<Options> {
  /** This tab's storage: what another tab writes at the same place does not change the text here. */
  tab: Pick<SafeStorage, 'read' | 'write' | 'remove'>;
  /** The browser's storage, so that closing the tab does not lose the draft. */
  browser: Pick<ListableStorage, 'read' | 'write' | 'remove' | 'names'>;
  /** Another entry whose draft is continued if there is none. */
  earlier?: string | undefined;
  /** The options in what is stored; those to begin with if it holds none. Missing: there are none. */
  optionsIn?: ((stored: unknown) => Options) | undefined;
  /** Whether a text may be in this tab's memory only. */
  isHeldBack(text: string): boolean;
}

/** What tabs of this browser have typed at one place: the text that was written last, and others that wait. */
export function draftStore<Options>(needs: DraftStoreNeeds<Options>, entry: string) {
  const { tab, browser, earlier, optionsIn, isHeldBack } = needs;

  function foundIn(area: Pick<SafeStorage, 'read'>, name: string): FoundDraft<Options> {
    const text = area.read(name) ?? '';
    const options = optionsIn?.(jsonIn(area.read(optionsEntryOf(name)))) as Options;
    return { text, options, source: { entry: name, text }, isOwn: area === tab };
  }

  /** No text is without its options: they are written first, and are nothing without a text. */
  function write(area: Pick<SafeStorage, 'write'>, name: string, text: string, options: Options): boolean {
    const areStored = !optionsIn || area.write(optionsEntryOf(name), JSON.stringify(options));
    return area.write(name, text) && areStored;
  }

  function remove(name: string) {
    browser.remove(name);
    browser.remove(optionsEntryOf(name));
  }

  const waiting = () => entriesOf(browser, entry).filter((name) => name !== entry);
  const doesWait = (text: string) => waiting().some((name) => browser.read(name) === text);

  /** Lets a text wait that another one replaces; returns whether it is stored. */
  const setAside = (text: string, options: Options): boolean =>
    doesWait(text) || write(browser, waitingEntryOf(entry), text, options);

  /** Removes a text from where it was found or stored; another tab may have set it aside, or written more there. */
  function removeSource(source: Source | null, except?: string) {
    if (!source) return;
    for (const name of [source.entry, ...waiting()])
      if (name !== except && browser.read(name) === source.text) remove(name);
    if (source.entry === earlier) tab.remove(earlier);
  }

  return {
    /** This tab's; without one, what was written last, with the name of another one that waits. */
    find(): FoundDraft<Options> & { other?: string | undefined } {
      const [latest, ...others] = [...entriesOf(browser, entry), ...entriesOf(browser, earlier)];
      if (latest === undefined || tab.read(entry) !== null) return foundIn(tab, entry);
      const found = foundIn(browser, latest);
      const isOther = (text: string) => !found.text.startsWith(text.trim()) && !isHeldBack(text);
      return { ...found, other: others.find((name) => isOther(browser.read(name) ?? '')) };
    },
    findAt: (name: string) => foundIn(browser, name),
    /** Stores a text in place of what this tab had found or stored, and nothing without one. */
    store(text: string, options: Options, source: Source | null): Storing {
      const isKept = text !== '' && isHeldBack(text);
      if (text === '' || isKept) {
        tab.remove(entry);
        removeSource(source);
        return isKept ? 'held-back' : 'stored';
      }
      if (isErased(entry)) return 'erased';
      write(tab, entry, text, options);
      const there = foundIn(browser, entry);
      const isOfAnother = ![source?.text, text, ''].includes(there.text);
      if (isOfAnother && !setAside(there.text, there.options)) return 'refused';
      if (!write(browser, entry, text, options)) return 'refused';
      removeSource(source, entry);
      return 'stored';
    },
    /** Stores options that have no text, for this tab alone. */
    storeOptions: (options: Options) => void tab.write(optionsEntryOf(entry), JSON.stringify(options)),
    /** Whether the text that was found there is in no other place either. */
    isGone: ({ entry: name, text }: Source): boolean => browser.read(name) === null && !doesWait(text),
    /** Another tab has written or removed what is this tab's: without this, closing it would lose what it shows. */
    keep(text: string, options: Options) {
      const there = browser.read(entry);
      if (there === text || text.trim() === '' || isHeldBack(text) || isErased(entry)) return;
      if (there === null) write(browser, entry, text, options);
      else setAside(text, options);
    },
    /** It has another place from now on. */
    leave(source: Source | null) {
      tab.remove(entry);
      removeSource(source);
    },
    /** Removes what closed tabs have stored of a text that is held back. */
    removeCopies(text: string) {
      for (const name of entriesOf(browser, entry)) {
        const copy = browser.read(name) ?? '';
        if (text.startsWith(copy) && isHeldBack(copy)) remove(name);
      }
    },
  };
}
