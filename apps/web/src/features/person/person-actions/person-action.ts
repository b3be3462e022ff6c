import type { Person } from '@polylogue/contract';

/** The actions that ask for confirmation. */
export type PersonAction = 'unfriend' | 'block' | 'report';

export const personActionNames: Record<PersonAction, string> = {
  unfriend: 'Unfriend',
  block: 'Block',
  report: 'Report',
};

/** Those the reader may take against a person. */
export function allowedActions({ can }: Person): PersonAction[] {
  return (['unfriend', 'block', 'report'] as const).filter((action) => can[action]);
}
