/** The month in which a budget that stops was used up, and how far: `2026-11 $10.02 of $10.00`. */
export const usedUpEntry = 'polylogue.budget_used_up';

const monthName = (now: number) => new Date(now).toISOString().slice(0, 7);

export const usedUpValue = (now: number, words: string): string => `${monthName(now)} ${words}`;

/** Why nothing may be asked, as a toast; null: nothing prevents it. @param entry what is stored */
export function usedUp(entry: string | null, now: number): { title: string; text: string } | null {
  if (!entry?.startsWith(`${monthName(now)} `)) return null;
  return {
    title: 'Your budget for this month is used up',
    text: `${entry.slice(8)} spent. Change it under Costs to go on`,
  };
}
