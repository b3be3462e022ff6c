import type { Clock } from '../schedule/clock.ts';
import { type Live, live } from '../state/live.ts';
import { advanceDraft, type DraftEvent, type DraftState, type FoundDraft } from './advance-draft.ts';
import { type DraftStoreNeeds, draftStore } from './draft-store.ts';

/** What a person has typed and not sent, and how it is to be sent, as this browser stores both. */
export interface DraftText<Options> {
  read(): string;
  write(text: string): void;
  /** Empties it, and the box in which it is shown. */
  clear(): void;
  /** Of the same moment as the text: another tab may change them together. */
  options(): Options;
  setOptions(options: Options): void;
  /** To be called when the messages waiting to be sent have changed. */
  onQueueChange(): void;
  /** Writes what has not been written yet. */
  flush(): void;
  /** Stores it under another name from now on. */
  rename(entry: string): void;
  /** To be called when an entry of the browser's storage has changed, here or in another tab; null: all were cleared. */
  onStorageChange(name: string | null): void;
  /** To be called when other texts may be held back. */
  onHeldBackChange(): void;
  /** Notifies when there is another text: it was sent, here or in the other tab that it was from, or another draft is wanted. */
  replaced: Pick<Live<number>, 'listen'>;
  /** Whether the text would be lost with the tab. */
  isAtRisk(): boolean;
}

export interface DraftTextNeeds<Options> extends DraftStoreNeeds<Options> {
  /** The name of the storage entry. */
  entry: string;
  clock: Clock;
  /** Earlier texts waiting to be sent: stored in front of the draft, they are part of it after a reload. */
  ahead?: (() => readonly string[]) | undefined;
  /** Called when the browser can no longer store the draft. */
  onNotStored(): void;
  /** Called if yet another text waits at this place; `show` puts it in place of this one, which waits then. */
  onOther?: ((text: string, show: () => void) => void) | undefined;
}

/** Milliseconds after the last key press until the text is stored; a long one takes a while, twice. */
const pauseAfter = ({ length }: string) => 300 + Math.min(length / 300, 4_000);

export function openDraftText<Options = null>(needs: DraftTextNeeds<Options>): DraftText<Options> {
  const { clock, ahead, isHeldBack, onNotStored, onOther } = needs;
  let { entry } = needs;
  let store = draftStore(needs, entry);
  let callOff: (() => void) | null = null;
  const draft = live<DraftState<Options> | null, DraftEvent<Options>>(null, advanceDraft);
  const replaced = live<number, 'replaced'>(0, (count) => count + 1);

  function scheduleFlush() {
    callOff?.();
    callOff = clock.after(pauseAfter(draft.read()?.text ?? ''), flush);
  }

  function found(one: FoundDraft<Options>): DraftState<Options> {
    draft.dispatch({ type: 'found', draft: one });
    if (isHeldBack(one.text)) scheduleFlush();
    return current();
  }

  /** Found when first needed: a page that is built ahead has no storage. */
  function current(): DraftState<Options> {
    const known = draft.read();
    if (known) return known;
    const { other, ...first } = store.find();
    // Whoever reads first may be rendering.
    if (other && onOther) queueMicrotask(() => onOther(store.findAt(other).text, () => show(other)));
    return found(first);
  }

  /** The text that is shown now waits in turn. */
  function show(name: string) {
    const other = store.findAt(name);
    if (current().isOwn) flushNow();
    if (current().storing !== 'stored' || other.text === '') return;
    found(other);
    flushNow();
    replaced.dispatch('replaced');
  }

  const fullText = () => [...(ahead?.() ?? []), current().text].filter(Boolean).join('\n\n');

  function flush() {
    if (!callOff) return;
    callOff();
    callOff = null;
    const text = fullText();
    const { text: own, options, source, storing: before } = current();
    // First: what this removes is not taken by another tab.
    draft.dispatch({ type: 'changed', text: own, options });
    const storing = store.store(text, options, source);
    const isStored = storing === 'stored';
    // Until it is stored here, it is safe only where it was found.
    const next = isStored ? { entry, text } : storing === 'held-back' ? null : source;
    draft.dispatch({ type: 'stored', storing, source: next });
    if (storing === 'held-back') store.removeCopies(text);
    if (storing === 'refused' && before !== storing) onNotStored();
  }

  function flushNow() {
    scheduleFlush();
    flush();
  }

  function write(text: string) {
    const { options } = draft.read() ?? store.find();
    draft.dispatch({ type: 'changed', text, options });
    scheduleFlush();
    if (text === '') flush();
  }

  return {
    read: () => current().text,
    write,
    clear() {
      write('');
      replaced.dispatch('replaced');
    },
    options: () => current().options,
    setOptions(options) {
      const { text, options: before } = current();
      // What this tab only shows is not its own as long as nothing is changed.
      if (text !== '' && JSON.stringify(options) === JSON.stringify(before)) return;
      draft.dispatch({ type: 'changed', text, options });
      if (text === '') store.storeOptions(options);
      else flushNow();
    },
    onQueueChange: flushNow,
    flush,
    rename(other) {
      const before = store;
      const { source } = current();
      // First, so that the removals below are not mistaken for another tab's.
      entry = other;
      store = draftStore(needs, other);
      draft.dispatch({ type: 'stored', storing: 'stored', source: null });
      before.leave(source);
      if (fullText() !== '') scheduleFlush();
    },
    onStorageChange(name) {
      const { source, isOwn, options } = draft.read() ?? {};
      if (name === null || isOwn === undefined) return;
      if (isOwn && name === entry) store.keep(fullText(), options as Options);
      if (isOwn || name !== source?.entry || !store.isGone(source)) return;
      draft.dispatch({ type: 'taken' });
      replaced.dispatch('replaced');
    },
    onHeldBackChange() {
      if (isHeldBack(fullText()) !== (current().storing === 'held-back')) flushNow();
    },
    replaced,
    isAtRisk: () => fullText().trim() !== '' && current().storing !== 'stored',
  };
}
