import { access, serverNow } from '../../api/index.ts';

/** Whether the reader is no longer in a space in which they were `then` (milliseconds since 1970; by default, ever). */
type HasLeft = (space_id: string, then?: number) => boolean;

const listeners = new Set<(hasLeft: HasLeft) => void>();

/** What the last list showed, and to which account. */
let last: { account: string | undefined; hasLeft: HasLeft } | null = null;

const account = () => access.read()?.owner;

function tell(hasLeft: HasLeft) {
  for (const listener of [...listeners]) listener(hasLeft);
}

/**
 * Calls back when the reader has left spaces, or it shows that they were removed or that a space was closed; also with
 * what is known already. Returns a function that stops it.
 */
export function onLeft(listener: (hasLeft: HasLeft) => void): () => void {
  listeners.add(listener);
  if (last && last.account === account()) listener(last.hasLeft);
  return () => void listeners.delete(listener);
}

/** They have just left this one. */
export const justLeft = (space_id: string): void => tell((id) => id === space_id);

/** Fetches the spaces that they are in, and reports those that they are not in. */
export async function reportingLeft<Own extends { space: { space_id: string }; closed_at: number | null }>(
  fetchOwn: () => Promise<Own[]>,
): Promise<Own[]> {
  const asker = account();
  const at = serverNow();
  const spaces = await fetchOwn();
  const open = new Set(spaces.flatMap(({ space, closed_at }) => (closed_at ? [] : space.space_id)));
  if (asker !== account()) return spaces;
  // A space may have been joined since the list was asked for.
  last = { account: asker, hasLeft: (id, then = 0) => then < at && !open.has(id) };
  tell(last.hasLeft);
  return spaces;
}
