import { expect, test } from 'vitest';
import { noteSignIn, takeEnded } from './ended-sign-in.ts';

const day = 24 * 60 * 60 * 1000;
const now = 1_000 * day;

function entries(ended?: unknown) {
  const all = new Map<string, string>();
  if (ended !== undefined) {
    all.set('polylogue.ended_sign_in', typeof ended === 'string' ? ended : JSON.stringify(ended));
  }
  return {
    read: (name: string) => all.get(name) ?? null,
    write: (name: string, value: string) => all.set(name, value) !== undefined,
    remove: (name: string) => void all.delete(name),
  };
}

const ended = (expires_at: number) => ({ owner: 'anna', sign_in_id: 'one', expires_at });

test('a recently used sign-in was ended deliberately', () => {
  expect(takeEnded(entries(ended(now - day)), now)).toBe('anna');
  expect(takeEnded(entries(ended(now + 1)), now)).toBe('anna');
});

test('a sign-in unused for 14 days, or 90 days old, has expired', () => {
  expect(takeEnded(entries(ended(now - 14 * day)), now)).toBeNull();
  const storage = entries(ended(now - 1));
  noteSignIn(storage, 'one', now - 90 * day);
  noteSignIn(storage, 'one', now - day);
  expect(takeEnded(storage, now)).toBeNull();
});

test('the age of the previous sign-in does not matter', () => {
  const storage = entries(ended(now - 1));
  noteSignIn(storage, 'another', now - 90 * day);
  expect(takeEnded(storage, now)).toBe('anna');
});

test('it is handled once, and unreadable data is ignored', () => {
  const storage = entries(ended(now - 1));
  takeEnded(storage, now);
  expect(takeEnded(storage, now)).toBeNull();
  for (const rubbish of ['{', 'null', '[]', '{"owner":"anna"}']) {
    expect(takeEnded(entries(rubbish), now)).toBeNull();
  }
});
