/**
 * Until when a budget that stops is used up, by the clock of this device; what is spent, in millionths of a US dollar;
 * and how far that is: `1796083200000 10020000 $10.02 of $10.00`.
 */
export const usedUpEntry = 'polylogue.budget_used_up';

/** Why nothing may be asked, as a toast; null: nothing prevents it. @param entry what is stored */
export function usedUp(entry: string | null, now: number): { title: string; text: string } | null {
  const [until, , ...words] = entry?.split(' ') ?? [];
  if (!(Number(until) > now)) return null;
  return {
    title: 'Your budget for this month is used up',
    text: `${words.join(' ')} spent. Change it under Costs to go on`,
  };
}
