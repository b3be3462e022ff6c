import { expect, test } from 'vitest';
import { switchesOf } from './switches.ts';

const found = (email_verified: boolean, sendsMail: boolean) => {
  const [words] = switchesOf({ email_verified, can: { verify_email: sendsMail } }).filter(
    ({ name }) => name === 'allow_search',
  );
  return words ?? expect.fail('There is no such switch.');
};

test.each([true, false])(
  'with a verified address, people can be found by it as well; emails are sent: %s',
  (sendsMail) => {
    const { says, short, on } = found(true, sendsMail);
    expect(says).toBe(
      'Others find you by your username, by your exact email address, and by your name if your profile is public; when off, only your friends do.',
    );
    expect([short, on].join()).not.toContain('verified');
  },
);

test('if emails verify addresses, it says that the switch has no effect before that', () => {
  const { says, short, on } = found(false, true);
  expect(says).toMatch(
    /^Once your email address is verified, .*; until then, and when off, only your friends do\.$/,
  );
  for (const words of [short, on]) expect(words).toContain('once your email address is verified');
});

test('if the server sends no emails, it does not ask to verify an address', () => {
  const { says, short, on } = found(false, false);
  expect(says).toBe(
    'Others find you by your username, and by your name if your profile is public; when off, only your friends do.',
  );
  for (const words of [short, on]) expect(words).not.toMatch(/verified|email/);
});
