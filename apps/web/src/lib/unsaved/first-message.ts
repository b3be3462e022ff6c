import { tabStorage } from '../state/storage.ts';

const entry = 'polylogue.begin';

/** The first message of a conversation, passed by another page of this tab to the chat. */
export const firstMessage = {
  pass: (text: string): void => void tabStorage.write(entry, text),
  /** Returned once. */
  take(): string | null {
    const text = tabStorage.read(entry);
    tabStorage.remove(entry);
    return text;
  },
};
