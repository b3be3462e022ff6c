import { spaceRights } from '@polylogue/sync/spaces';
import { expect, test } from 'vitest';
import { mayDelete } from './may-delete.ts';

const standing = { is_muted: false, is_archived: false, members_invite: true };

test.each([
  ['member', 'me', true],
  ['member', 'ben', false],
  ['host', 'me', true],
  ['host', 'ben', true],
  ['host', 'owner', false],
  // Their account is gone.
  ['host', null, true],
  ['owner', 'ben', true],
] as const)('whether a %s is offered to delete what %s wrote: %j [SPACE-08]', (role, author, expected) => {
  const me = role === 'owner' ? 'owner' : 'me';
  const can = spaceRights({ ...standing, role });
  expect(mayDelete(author, { me, role, can, owner_id: 'owner' })).toBe(expected);
});

test('a host is offered to delete what was written by nobody who is there, where nobody owns the space [SPACE-08]', () => {
  const can = spaceRights({ ...standing, role: 'host' });
  expect(mayDelete(null, { me: 'me', role: 'host', can, owner_id: null })).toBe(true);
});
