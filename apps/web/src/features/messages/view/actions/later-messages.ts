import type { Fork } from '../list-state.ts';

/**
 * How many messages follow in the version that goes on longest, and which one it is, from 0; null: none goes on. For a
 * message that nothing follows in the version that is shown.
 */
export function laterMessages(fork: Fork<unknown>): { version: number; count: number } | null {
  const counts = fork.map((branch) => (branch ? branch.length - 1 : 0));
  const count = Math.max(0, ...counts);
  // Of equally long ones, the one shown last before this.
  return count === 0 ? null : { version: counts.lastIndexOf(count), count };
}
