import { tabStorage } from '../state/storage.ts';
import { holdsKey } from './saved-keys.ts';

const entry = 'polylogue.begin';

/** A message that holds a saved key is in memory only. */
let kept: string | null = null;
let taken = () => {};

/** The first message of a conversation, passed by another page of this tab to the chat. */
export const firstMessage = {
  /** `onTaken` is called when this document's chat has it. */
  pass(text: string, onTaken = () => {}): void {
    taken = onTaken;
    if (holdsKey(text)) kept = text;
    else tabStorage.write(entry, text);
  },
  /** Whether the chat does not have this text yet. */
  isWaiting: (text: string): boolean => text === (kept ?? tabStorage.read(entry)),
  /** Returned once. */
  take(): string | null {
    const text = kept ?? tabStorage.read(entry);
    kept = null;
    tabStorage.remove(entry);
    taken();
    taken = () => {};
    return text;
  },
};
