import { tabStorage } from '../state/storage.ts';
import { holdsKey } from './saved-keys.ts';

const entry = 'polylogue.begin';

/** A message that holds a saved key is in memory only. */
let kept: string | null = null;

/** The first message of a conversation, passed by another page of this tab to the chat. */
export const firstMessage = {
  pass(text: string): void {
    if (holdsKey(text)) kept = text;
    else tabStorage.write(entry, text);
  },
  /** Returned once. */
  take(): string | null {
    const text = kept ?? tabStorage.read(entry);
    kept = null;
    tabStorage.remove(entry);
    return text;
  },
};
