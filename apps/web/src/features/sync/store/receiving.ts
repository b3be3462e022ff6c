import { inTurn, queryLocks } from '../../../lib/page/locks.ts';
import type { ConversationStore } from './store.ts';

const lockOf = (messageId: string) => `polylogue.reply.${messageId}`;

/** Where locks do not tell: a reply silent for this long is not being received by any page (milliseconds). */
export const longestSilence = 30_000;

/**
 * Marks this page as receiving the answer of a reply, or of a question without one, so that no other calls it cut off.
 * `held` is called once other pages can see it. Returns a function to call at its end.
 */
export function lockReply(messageId: string, held = () => {}): () => void {
  let release = () => {};
  const ended = new Promise<void>((resolve) => {
    release = resolve;
  });
  void inTurn(lockOf(messageId), () => {
    held();
    return ended;
  });
  return release;
}

/** Resolves when the page that receives the answer of a reply or question has finished, or was closed; rejects once aborted. */
export const whenReceived = (messageId: string, signal?: AbortSignal): Promise<void> =>
  inTurn(lockOf(messageId), async () => {}, { mode: 'shared', ...(signal && { signal }) });

/** Ends the answers whose receiving page was closed. */
export const endCutOff = (store: Pick<ConversationStore, 'endCutOff'>, now: () => number): Promise<void> =>
  store.endCutOff((id, changedAt) => isReceived(id, changedAt, now()), {
    error: { type: 'ended', because: 'cut-off' },
  });

/** Whether some page is still receiving the answer of a reply that last changed at that time. */
async function isReceived(messageId: string, changedAt: number, now: number): Promise<boolean> {
  const { held } = await queryLocks();
  return held ? held.some(({ name }) => name === lockOf(messageId)) : now - changedAt < longestSilence;
}

/** The replies and questions whose answer some page of this browser is receiving, where that can be told. */
export async function receivedMessages(): Promise<ReadonlySet<string>> {
  const { held = [] } = await queryLocks();
  return new Set(held.map(({ name = '' }) => name.replace(lockOf(''), '')));
}

/** When other tabs have said that they receive an answer, where there are no locks. */
const heardAt = new Map<string, number>();

/** Another tab says that it receives the answer of this reply or question. Returns whether no lock tells the same. */
export function heardOf(messageId: string): boolean {
  if (navigator.locks) return false;
  heardAt.set(messageId, Date.now());
  return true;
}

/** Milliseconds since another tab said that it receives this answer; null: none has, or a lock tells. */
export function sinceHeardOf(messageId: string): number | null {
  const at = heardAt.get(messageId);
  return at === undefined ? null : Date.now() - at;
}
