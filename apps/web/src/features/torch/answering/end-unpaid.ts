import { mayGoOn } from '@polylogue/sync/turns';
import type { OfferedTurn } from './offered-turn.ts';
import type { PlanNeeds } from './plan.ts';

/**
 * After lends have changed: one that was ended, in this tab or another, ends what it pays for, and so does one that no
 * longer allows it; one whose time is over lets it finish.
 */
export async function endUnpaid(
  { lends, forSelf, ledger, now }: Pick<PlanNeeds, 'lends' | 'forSelf' | 'ledger' | 'now'>,
  runs: readonly OfferedTurn[],
): Promise<void> {
  const lendFor = ({ planned, turn }: OfferedTurn) =>
    (planned?.lend?.as === 'lent_to_self' ? forSelf : lends).read()[turn.feed];
  const lent = runs.filter(({ planned, isOver }) => planned?.lend && !isOver);
  const ended = lent.filter((run) => !lendFor(run) && !isOverByTime(run, now()));
  for (const run of ended) run.giveUp();
  if (lent.length === ended.length) return;
  const all = await ledger.read().catch(() => null);
  for (const run of lent) {
    const [own, paying] = [lendFor(run), run.planned?.lend];
    if (!own || !paying || !run.planned) continue;
    // What was lent for this turn alone goes on beside what is lent since.
    if (paying.lend.only_turn === run.turn.turn_id) continue;
    if (!all || !mayGoOn(own.lend, all, paying.request, run.planned.connection)) run.giveUp();
  }
}

function isOverByTime({ planned }: OfferedTurn, now: number): boolean {
  const until = planned?.lend?.lend.until ?? null;
  return until !== null && now >= until;
}
