import { conversations, knownRecords, standingOf, standingTexts } from '../../conversation/index.ts';
import { openedStore } from '../../sync/index.ts';
import type { ChatSettingsStore } from '../steering/chat-settings-store.ts';

interface ChatToAsk {
  id: string;
  settings: ChatSettingsStore;
  /** The folder that it began in; null: none. */
  begunIn(): string | null;
}

/** Milliseconds: a browser that does not answer must not keep a question from being sent. */
const patience = 3_000;

/** What is said with the next question of a chat besides what it says itself. */
export async function standingOfChat({ id, settings, begunIn }: ChatToAsk): Promise<string[]> {
  await openedStore();
  await bothRead();
  return standingTexts(standingOf(id, begunIn()), settings.read());
}

const areRead = () => knownRecords.read() !== null && conversations.read() !== null;

function bothRead(): Promise<void> {
  if (areRead()) return Promise.resolve();
  return new Promise((resolve) => {
    const stops = [knownRecords, conversations].map((list) => list.listen(() => areRead() && done()));
    const timer = setTimeout(done, patience);
    function done() {
      clearTimeout(timer);
      for (const stop of stops) stop();
      resolve();
    }
  });
}
