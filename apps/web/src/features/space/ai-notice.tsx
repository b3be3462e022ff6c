import { useSyncExternalStore } from 'react';
import { storage } from '../../lib/state/storage.ts';

/** Where messages of a space may be sent. */
export const AiNotice = () => (
  <>
    When someone asks the AI, the question and earlier messages go from the browser of the member who lends a
    key to their provider, such as OpenAI or Google.
  </>
);

const entryOf = (me: string) => `polylogue.ai_notice.${me}`;

/** Once per account and device: it is the same in all spaces. */
export const aiNoticeSeen = (me: string): void => void storage.write(entryOf(me), 'seen');

export const useAiNoticeSeen = (me: string): boolean =>
  useSyncExternalStore(storage.listen, () => storage.read(entryOf(me))) !== null;
