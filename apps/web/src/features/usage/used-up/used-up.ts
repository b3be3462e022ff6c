/**
 * Until when a budget that stops is used up, by the clock of this device; what is spent, in millionths of a US dollar;
 * and how far that is: `1796083200000 10020000 $10.02 of $10.00`.
 */
export const usedUpEntry = 'polylogue.budget_used_up';

/** For how long nothing may be asked (milliseconds); 0: nothing prevents it. @param entry what is stored */
export function usedUpFor(entry: string | null, now: number): number {
  const until = Number(entry?.split(' ')[0]) || 0;
  return Math.max(0, Math.ceil(until - now));
}

/** Why nothing may be asked, as a toast; null: nothing prevents it. @param entry what is stored */
export function usedUp(entry: string | null, now: number): { title: string; text: string } | null {
  if (usedUpFor(entry, now) === 0) return null;
  const [, , ...words] = entry?.split(' ') ?? [];
  return {
    title: 'Your budget for this month is used up',
    text: `${words.join(' ')} spent. Change it under Costs to go on`,
  };
}
