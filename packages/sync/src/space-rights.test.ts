import { expect, test } from 'vitest';
import { hasRight, outranks, type SpaceRole, spaceRightNames, spaceRights } from './space-rights.ts';

const standing = { is_muted: false, is_archived: false, members_invite: true };
const of = (role: SpaceRole, more: object = {}) => {
  const rights = spaceRights({ ...standing, role, ...more });
  return spaceRightNames.filter((right) => rights[right]);
};
const hostsHave =
  'read react post invite make_links delete_posts mute remove set_slow_mode set_roles edit schedule pin';

test.each([
  ['owner', `${hostsHave} make_hosts set_visibility archive hand_over delete`],
  ['host', hostsHave],
  ['member', 'read react post invite make_links'],
  ['listener', 'read react'],
] as const)('the rights of a %s [SPACE-21]', (role, rights) => {
  expect(of(role)).toEqual(rights.split(' '));
});

test('members invite only where the space allows it, hosts everywhere', () => {
  expect(of('member', { members_invite: false })).toEqual(['read', 'react', 'post']);
  expect(of('host', { members_invite: false })).toEqual(hostsHave.split(' '));
});

test('a muted person reads, and neither posts nor reacts', () => {
  expect(of('member', { is_muted: true })).toEqual(['read']);
  expect(hasRight({ ...standing, role: 'host', is_muted: true }, 'post')).toBe(false);
  expect(hasRight({ ...standing, role: 'host', is_muted: true }, 'delete_posts')).toBe(true);
});

test('an archived space is read, and opened again by its owner', () => {
  expect(of('owner', { is_archived: true })).toEqual(['read', 'remove', 'archive', 'delete']);
  expect(of('host', { is_archived: true })).toEqual(['read', 'remove']);
  expect(of('member', { is_archived: true })).toEqual(['read']);
});

test('hosts act on members and listeners, the owner on hosts too, and no one on an equal', () => {
  const roles = ['owner', 'host', 'member', 'listener'] as const;
  const over = (role: SpaceRole) => roles.filter((other) => outranks(role, other));
  expect(over('owner')).toEqual(['host', 'member', 'listener']);
  expect(over('host')).toEqual(['member', 'listener']);
  expect(over('member')).toEqual([]);
  expect(over('listener')).toEqual([]);
});
