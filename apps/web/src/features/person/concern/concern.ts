import type { Person } from '@polylogue/contract';

/** What is asked about before it is done. */
export type Concern = 'unfriend' | 'block' | 'report';

export const concernNames: Record<Concern, string> = {
  unfriend: 'Unfriend',
  block: 'Block',
  report: 'Report',
};

/** Those that may be done to a person. */
export function concernsOf({ can }: Person): Concern[] {
  return (['unfriend', 'block', 'report'] as const).filter((concern) => can[concern]);
}
