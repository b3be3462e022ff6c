import type { SafeStorage } from '../../lib/state/storage.ts';

/** How many turns are remembered. */
const most = 100;

/** The turns that were asked from this browser: only these are answered with the member's own key without limits. */
export function askedTurns(storage: SafeStorage, account: string) {
  const entry = `polylogue.asked_turns.${account}`;
  const all = () => (storage.read(entry) ?? '').split(' ').filter(Boolean);
  return {
    add: (turnId: string) => void storage.write(entry, [...all(), turnId].slice(-most).join(' ')),
    has: (turnId: string) => all().includes(turnId),
  };
}
