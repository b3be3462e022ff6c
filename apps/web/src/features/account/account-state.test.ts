import type { Me } from '@polylogue/contract';
import { expect, test } from 'vitest';
import { type AccountEvent, type AccountState, afterAccountEvent, noAccount } from './account-state.ts';

const ada = { user_id: 'ada' } as Me;
const after = (...events: AccountEvent[]): AccountState => events.reduce(afterAccountEvent, noAccount);
const signedIn: AccountEvent[] = [
  { type: 'token-read', owner: 'ada' },
  { type: 'met', me: ada, at: 5 },
];
const interrupted: AccountEvent = { type: 'signed-out', isUnsaved: true };

test('someone who is met is signed in, and counts as new once more', () => {
  expect(after(...signedIn, { type: 'met', me: ada, at: 7 })).toEqual({
    account: { type: 'signed-in', me: ada },
    owner: 'ada',
    fetchedAt: 7,
    version: 2,
    isLeaving: false,
  });
});

test('a page with something typed on it outlives its sign-in, and belongs to the same person', () => {
  expect(after(...signedIn, interrupted)).toMatchObject({
    account: { type: 'interrupted', me: ada },
    owner: 'ada',
  });
  expect(after(interrupted)).toMatchObject({ account: { type: 'signed-out' }, owner: null });
  expect(after(...signedIn, interrupted, { type: 'discarded' })).toMatchObject({
    account: { type: 'signed-out' },
    owner: null,
  });
});

test('one person’s page is hidden as soon as another one’s token is read', () => {
  for (const events of [signedIn, [...signedIn, interrupted]]) {
    expect(after(...events, { type: 'token-read', owner: 'eve' })).toMatchObject({
      account: { type: 'checking' },
      owner: 'eve',
    });
  }
  expect(after(...signedIn, { type: 'token-read', owner: 'ada' }).account.type).toBe('signed-in');
});

test('without the server, whoever was on the page stays on it', () => {
  const lost: AccountEvent = { type: 'server-lost', me: { user_id: 'eve' } as Me };
  expect(after(...signedIn, lost).account).toEqual({ type: 'unreachable', me: ada });
  expect(after(lost).account).toEqual({ type: 'unreachable', me: { user_id: 'eve' } });
});

test('a page that is being left shows no one, whatever comes', () => {
  for (const event of [...signedIn, interrupted]) {
    expect(after(...signedIn, { type: 'leaving' }, event).account).toEqual({ type: 'checking' });
  }
});
