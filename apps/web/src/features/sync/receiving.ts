import type { ConversationStore } from './store.ts';

const lockOf = (messageId: string) => `polylogue.reply.${messageId}`;

/** Without locks: a reply that has been silent for so long is received by no page (milliseconds). */
const silence = 30_000;

/**
 * This page receives the answer of a reply: no other one calls it cut off. `held` is called once other pages can see it.
 * Returns what to call at its end.
 */
export function receiving(messageId: string, held = () => {}): () => void {
  let release = () => {};
  const ended = new Promise<void>((resolve) => {
    release = resolve;
  });
  // Over plain http to another machine browsers offer no locks.
  void navigator.locks?.request(lockOf(messageId), () => {
    held();
    return ended;
  });
  return release;
}

/** Resolves when the page that receives the answer of a reply is done with it, or is gone. */
export async function received(messageId: string): Promise<void> {
  await navigator.locks?.request(lockOf(messageId), { mode: 'shared' }, () => {});
}

/** Ends the answers that were being received by a page that is gone. */
export const endCutOff = (store: Pick<ConversationStore, 'endCutOff'>, now: () => number): Promise<void> =>
  store.endCutOff((id, changedAt) => isReceived(id, changedAt, now()), {
    error: { type: 'ended', because: 'cut-off' },
  });

/** Whether some page still receives the answer of a reply that was changed last at that time. */
async function isReceived(messageId: string, changedAt: number, now: number): Promise<boolean> {
  if (!navigator.locks) return now - changedAt < silence;
  const { held = [] } = await navigator.locks.query();
  return held.some(({ name }) => name === lockOf(messageId));
}
