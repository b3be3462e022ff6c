import { timeOrDay } from '../../../lib/text/time.ts';
import { failureCause } from '../models/failure-toast.ts';
import type { LendTrouble } from './lend-troubles.ts';

/** Why a lend answers nobody. */
export function troubleWords(trouble: LendTrouble, space_name: string): string {
  if (trouble.kind === 'failed') {
    const { until } = trouble.failed;
    const end = until === undefined ? '' : ` until ${timeOrDay(new Date(until))}`;
    return `${failureCause(trouble.failed)} Nobody in ${space_name} is answered with it${end}.`;
  }
  const { from, to } = trouble;
  return `This browser paused the page in the background from ${timeOrDay(new Date(from))} to ${timeOrDay(new Date(to))}, so nobody in ${space_name} was answered. Keep the page on the screen while you lend.`;
}
