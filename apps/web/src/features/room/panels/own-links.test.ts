import type { SentInvitation } from '@polylogue/contract';
import { beforeEach, expect, test } from 'vitest';
import { storage } from '../../../lib/state/storage.ts';
import { codesIn, keepCode, linksEntry, ownLink } from './own-links.ts';

const link = (invitation_id: string, more: Partial<SentInvitation> = {}): SentInvitation => ({
  invitation_id,
  to_user: null,
  is_link: true,
  role: 'member',
  by_id: 'ada',
  created_at: 0,
  expires_at: 1,
  uses_left: 100,
  shows_maker: true,
  ...more,
});

const codes = () => codesIn(storage.read(linksEntry('ada')));

beforeEach(() => storage.remove(linksEntry('ada')));

test('a link can be copied again in the browser that made it, and only there [ROOM-03]', () => {
  keepCode('ada', 'older', 'c0de');
  const sent = [link('newest'), link('older')];
  expect(ownLink(sent, codes(), 'ada')).toEqual({ invitation: sent[1], code: 'c0de' });
  expect(ownLink(sent, {}, 'ada')).toEqual({ invitation: sent[0], code: null });
});

test('a link of someone else, or an invitation of one person, is no link of one’s own', () => {
  expect(ownLink([link('a', { by_id: 'ben' }), link('b', { is_link: false })], {}, 'ada')).toBeNull();
});

test('what is stored may be anything, and does not grow for ever', () => {
  for (const kept of ['{', '[1]', 'null', '{"a":1}']) expect(codesIn(kept)).toEqual({});
  for (let made = 0; made < 120; made += 1) keepCode('ada', `link-${made}`, 'c0de');
  expect(Object.keys(codes())).toHaveLength(100);
  expect(codes()).toHaveProperty('link-119');
});
