import type { Person } from '@polylogue/contract';

/** The actions that ask for confirmation. */
export type Concern = 'unfriend' | 'block' | 'report';

export const concernNames: Record<Concern, string> = {
  unfriend: 'Unfriend',
  block: 'Block',
  report: 'Report',
};

/** Those the reader may take against a person. */
export function concernsOf({ can }: Person): Concern[] {
  return (['unfriend', 'block', 'report'] as const).filter((concern) => can[concern]);
}
