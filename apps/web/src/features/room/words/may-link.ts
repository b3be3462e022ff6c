import type { Space, SpaceRights } from '@polylogue/contract';

interface Linking {
  space: Pick<Space, 'visibility'>;
  can: Pick<SpaceRights, 'make_links'>;
}

/** Whether the member can make links: a space for invited people has none. */
export const mayLink = ({ space, can }: Linking): boolean => can.make_links && space.visibility !== 'invited';
