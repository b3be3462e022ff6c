import type { OwnSpace } from '@polylogue/contract';
import type { Entry } from './entry.ts';

/** The spaces that can be opened. */
export const spaceEntries = (spaces: readonly OwnSpace[]): Entry[] =>
  spaces
    .filter(({ closed_at }) => closed_at === null)
    .map(({ space }) => ({ href: `/spaces/${space.space_id}`, title: space.name }));
