import { expect, test } from 'vitest';
import { mailLimits, mailLimitsPerHour } from './mail-limits.ts';

const minute = 60_000;

function limitsWithClock() {
  let time = 0;
  const limits = mailLimits(() => time);
  return {
    ...limits,
    confirmation: (
      who: ReturnType<typeof requester>,
      email: string,
      current = { email_canonical: 'old@example.com', email_verified: true },
    ) => limits.confirmation(who, email, current),
    advance(ms: number) {
      time += ms;
    },
  };
}
const requester = (userId: string, address = 'home') => ({ userId, address, signInId: `${userId}’s laptop` });

test('too many requests are refused with the time to wait, after which another is accepted', () => {
  const { fromNetworkAddress, advance } = limitsWithClock();
  for (let mail = 0; mail < mailLimitsPerHour.fromNetworkAddress; mail += 1)
    expect(fromNetworkAddress('home')).toBe(0);
  advance(20 * minute);
  expect(fromNetworkAddress('home')).toBe(40 * 60);
  expect(fromNetworkAddress('work')).toBe(0);
  advance(40 * minute);
  expect(fromNetworkAddress('home')).toBe(0);
});

test('one network address can request one link a minute for a person, and few an hour', () => {
  const { resetAgain, advance } = limitsWithClock();
  expect(resetAgain('ada', 'home')).toBe(0);
  expect(resetAgain('ada', 'home')).toBe(60);
  expect(resetAgain('ada', 'work')).toBe(0);
  expect(resetAgain('ben', 'home')).toBe(0);
  for (let more = 1; more < mailLimitsPerHour.fromNetworkAddressToPerson; more += 1) {
    advance(minute);
    expect(resetAgain('ada', 'home')).toBe(0);
  }
  advance(minute);
  expect(resetAgain('ada', 'home')).toBeGreaterThan(60);
});

test('a refused person does not use up the mails an address may receive', () => {
  const { confirmation, advance } = limitsWithClock();
  let sent = 0;
  const requestReset = (userId: string, address: string) => {
    const wait = confirmation(requester(userId, address), 'ada@example.com');
    if (wait === 0) sent += 1;
    return wait;
  };
  for (let each = 0; each < 20; each += 1) {
    requestReset('thief', 'cave');
    advance(minute);
  }
  expect(sent).toBe(mailLimitsPerHour.fromPersonToAddress);
  expect(requestReset('ada', 'home')).toBe(0);
  for (let each = 0; each < 20; each += 1) requestReset(`thief ${each}`, `cave ${each}`);
  expect(sent).toBe(mailLimitsPerHour.toNewAddress);
  expect(requestReset('ben', 'home')).toBeGreaterThan(0);
  // Another address is counted separately.
  expect(confirmation(requester('ben'), 'ben@example.com')).toBe(0);
});

test('whoever changes the address of an account again and again has few notices sent to one that nobody has verified', () => {
  const { confirmation } = limitsWithClock();
  const counts = [true, false].map((email_verified) => {
    const current = { email_canonical: 'ada@example.com', email_verified };
    const waits = Array.from({ length: 20 }, (_, at) =>
      confirmation(
        requester(`${at} ${email_verified}`, 'home'),
        `${at}.${email_verified}@example.com`,
        current,
      ),
    );
    return waits.filter((wait) => wait === 0).length;
  });
  expect(counts).toEqual([20, mailLimitsPerHour.toNewAddress]);
});

test('a device that keeps requesting does not prevent others from requesting', () => {
  const { confirmation } = limitsWithClock();
  const email = 'ada@example.com';
  expect(confirmation({ ...requester('ada'), signInId: 'thief’s' }, email)).toBe(0);
  expect(confirmation({ ...requester('ada'), signInId: 'thief’s' }, email)).toBe(60);
  expect(confirmation(requester('ada'), email)).toBe(0);
});

test('what others have sent to an address does not use up what its owner may request [CHECK-23]', () => {
  const { confirmation, signUpVerification: welcome, verification, advance } = limitsWithClock();
  const email = 'ada@example.com';
  for (let each = 0; each < 20; each += 1) confirmation(requester(`thief ${each}`, `cave ${each}`), email);
  expect(welcome(email)).toBeGreaterThan(0);
  for (let mail = 0; mail < mailLimitsPerHour.verifications; mail += 1) {
    expect(verification(email)).toBe(0);
    expect(verification(email)).toBeGreaterThan(0);
    advance(minute);
  }
  expect(verification(email)).toBeGreaterThan(60);
});

test('a flood of addresses uses no more memory than allowed', () => {
  const limits = mailLimits(() => 0, 3);
  for (let each = 0; each < mailLimitsPerHour.fromNetworkAddress; each += 1)
    limits.fromNetworkAddress('home');
  expect(limits.fromNetworkAddress('home')).toBeGreaterThan(0);
  for (const place of ['a', 'b', 'c']) limits.fromNetworkAddress(place);
  expect(limits.fromNetworkAddress('home')).toBe(0);
});
