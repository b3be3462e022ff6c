import type { OwnSpace } from '@polylogue/contract';

/** What a member can be notified of in a space. */
export const notifyChoices: Readonly<Record<OwnSpace['notify'], string>> = {
  all: 'Everything',
  mentions: 'Mentions',
  none: 'Nothing',
};
