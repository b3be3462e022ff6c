import { expect, test } from 'vitest';
import { mailBounds, mailRules } from './mail-bounds.ts';

const minute = 60_000;

function counting() {
  let time = 0;
  const bounds = mailBounds(() => time);
  return {
    ...bounds,
    pass(ms: number) {
      time += ms;
    },
  };
}
const asker = (userId: string, address = 'home') => ({ userId, address, signInId: `${userId}’s laptop` });

test('anyone who asks too often is told how long to wait, and can ask again then', () => {
  const { from, pass } = counting();
  for (let mail = 0; mail < mailRules.fromOnePlace; mail += 1) expect(from('home')).toBe(0);
  pass(20 * minute);
  expect(from('home')).toBe(40 * 60);
  expect(from('work')).toBe(0);
  pass(40 * minute);
  expect(from('home')).toBe(0);
});

test('one place can request one link a minute for a person, and few an hour', () => {
  const { resetAgain, pass } = counting();
  expect(resetAgain('ada', 'home')).toBe(0);
  expect(resetAgain('ada', 'home')).toBe(60);
  expect(resetAgain('ada', 'work')).toBe(0);
  expect(resetAgain('ben', 'home')).toBe(0);
  for (let more = 1; more < mailRules.fromPlaceToPerson; more += 1) {
    pass(minute);
    expect(resetAgain('ada', 'home')).toBe(0);
  }
  pass(minute);
  expect(resetAgain('ada', 'home')).toBeGreaterThan(60);
});

test('a refused person does not use up the mails an address may receive', () => {
  const { confirmation, pass } = counting();
  let sent = 0;
  const asked = (userId: string, address: string) => {
    const wait = confirmation(asker(userId, address), 'ada@example.com');
    if (wait === 0) sent += 1;
    return wait;
  };
  for (let each = 0; each < 20; each += 1) {
    asked('thief', 'cave');
    pass(minute);
  }
  expect(sent).toBe(mailRules.fromPersonToAddress);
  expect(asked('ada', 'home')).toBe(0);
  for (let each = 0; each < 20; each += 1) asked(`thief ${each}`, `cave ${each}`);
  expect(sent).toBe(mailRules.toNewAddress);
  expect(asked('ben', 'home')).toBeGreaterThan(0);
  // Another address is counted separately.
  expect(confirmation(asker('ben'), 'ben@example.com')).toBe(0);
});

test('a device that keeps asking does not keep others from asking', () => {
  const { confirmation } = counting();
  const email = 'ada@example.com';
  expect(confirmation({ ...asker('ada'), signInId: 'thief’s' }, email)).toBe(0);
  expect(confirmation({ ...asker('ada'), signInId: 'thief’s' }, email)).toBe(60);
  expect(confirmation(asker('ada'), email)).toBe(0);
});

test('what others have sent to an address does not use up what its owner may request', () => {
  const { confirmation, welcome, verification, pass } = counting();
  const email = 'ada@example.com';
  for (let each = 0; each < 20; each += 1) confirmation(asker(`thief ${each}`, `cave ${each}`), email);
  expect(welcome(email)).toBeGreaterThan(0);
  for (let mail = 0; mail < mailRules.verifications; mail += 1) {
    expect(verification(email)).toBe(0);
    expect(verification(email)).toBeGreaterThan(0);
    pass(minute);
  }
  expect(verification(email)).toBeGreaterThan(60);
});

test('a flood of addresses uses no more memory than allowed', () => {
  const bounds = mailBounds(() => 0, 3);
  for (let each = 0; each < mailRules.fromOnePlace; each += 1) bounds.from('home');
  expect(bounds.from('home')).toBeGreaterThan(0);
  for (const place of ['a', 'b', 'c']) bounds.from(place);
  expect(bounds.from('home')).toBe(0);
});
