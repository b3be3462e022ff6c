import type { Space, SpaceVisibility } from '@polylogue/contract';

/** Who can join, in words. */
export const visibilities: Record<SpaceVisibility, string> = {
  invited: 'People who are invited',
  link: 'Anyone with a link',
  public: 'Anyone with an account here',
};

/** What people become, in words. */
export const joiningAs: Record<Space['joins_as'], string> = {
  member: 'Members',
  listener: 'Listeners, who can only read and react',
};
