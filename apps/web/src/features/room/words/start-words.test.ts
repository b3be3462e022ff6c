import { spaceRights } from '@polylogue/sync/spaces';
import { expect, test } from 'vitest';
import { startWords } from './start-words.ts';

const standing = { role: 'owner', is_muted: false, is_archived: false, members_invite: true } as const;
const space = { visibility: 'link', archived_at: null, ai_mode: 'mentioned', ai_name: null } as const;
const start = { space, can: spaceRights(standing), people: 1 };

test('a person alone in a space is asked to send a link only if the space has links', () => {
  expect(startWords(start)).toMatch(/^Send people a link, or invite your friends\. Write to everyone/);
  expect(startWords({ ...start, space: { ...space, visibility: 'invited' } })).toMatch(
    /^Invite your friends\. Write to everyone/,
  );
  expect(startWords({ ...start, people: 2 })).toMatch(/^Write to everyone, or press Ask AI/);
});

test('no one is asked to write where they cannot', () => {
  const listener = spaceRights({ ...standing, role: 'listener' });
  expect(startWords({ ...start, can: listener, people: 2 })).toBe('What others write appears here.');
  const archived = spaceRights({ ...standing, is_archived: true });
  expect(startWords({ space: { ...space, archived_at: 1 }, can: archived, people: 1 })).toBe('');
});
