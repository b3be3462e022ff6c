import type { SpaceVisibility } from '@polylogue/contract';

/** Who can join, in words. */
export const visibilities: Record<SpaceVisibility, string> = {
  invited: 'People who are invited',
  link: 'Anyone with a link',
  public: 'Anyone with an account here',
};
