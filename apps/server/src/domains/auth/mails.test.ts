import { expect, test } from 'vitest';
import type { Letter } from '../../platform/mail/letter.ts';
import {
  addressTakenMail,
  confirmEmailMail,
  emailChangeNoticeMail,
  invitationMail,
  newSignInMail,
  passwordChangedMail,
  resetMail,
  verifyMail,
} from './mails.ts';

const madeAt = Date.parse('2026-11-20T21:05:00Z');
const link = 'https://chat.example.com/verify-email?code=a-b_c&next=1';
const minute = 60_000;
const hour = 60 * minute;
const at = new Date(madeAt);
const device = 'Firefox on Linux';
const address = '203.0.113.7';

const all: [string, Letter][] = [
  ['to verify an address', verifyMail({ link, madeAt, lifetime: 24 * hour })],
  ['to set a new password', resetMail({ link, madeAt, lifetime: 30 * minute })],
  ['that a password was changed', passwordChangedMail({ at, resetLink: link, backUntil: at })],
  ['to confirm a new address', confirmEmailMail({ link, madeAt, lifetime: 24 * hour })],
  ['that an address is taken', addressTakenMail({ resetLink: link })],
  [
    'that an address is being changed',
    emailChangeNoticeMail({ link, madeAt, lifetime: 7 * 24 * hour, newEmail: 'new@example.com' }),
  ],
  ['about a new sign-in', newSignInMail({ at, device, address, changeLink: link })],
  ['to invite', invitationMail({ link, madeAt, lifetime: 7 * 24 * hour })],
];

test.each(all)('a mail %s has a one-line subject and its link, as text and as HTML', (_, mail) => {
  expect(mail.subject).toMatch(/^[A-Z][\w -]{5,60}$/);
  expect(mail.text.split('\n')).toContain(link);
  expect(mail.html).toContain('href="https://chat.example.com/verify-email?code=a-b_c&#38;next=1"');
});

test.each(all)('a mail %s loads nothing, runs nothing and fits on a phone screen', (_, mail) => {
  expect(mail.html).not.toMatch(/<(img|script|style|link|iframe|form|input|svg|video|audio|object)\b/i);
  expect(mail.html).not.toMatch(/\b(src|srcset|background|on\w+)=|url\(|@import/i);
  expect(new Set(mail.html.match(/https?:\/\/[^/"<]+/g))).toEqual(new Set(['https://chat.example.com']));
  expect(mail.html).toContain('<meta name="viewport" content="width=device-width">');
});

test('a mail gives the actual lifetime of its link, and when it ends, since it may arrive late', () => {
  expect(verifyMail({ link, madeAt, lifetime: 24 * hour }).text).toContain(
    'The link is valid for 24 hours, until',
  );
  const { text, until } = resetMail({ link, madeAt, lifetime: 30 * minute });
  expect(text).toContain('The link is valid for 30 minutes, until 20 November 2026 at 21:35 UTC.');
  expect(until).toBe(madeAt + 30 * minute);
  const invitation = invitationMail({ link, madeAt, lifetime: 7 * 24 * hour });
  expect(invitation.text).toContain('The link is valid for 7 days, until 27 November 2026');
  expect(resetMail({ link, madeAt, lifetime: hour }).html).toContain('The link is valid for 1 hour, until');
});

test('a mail says what verifying allows, nothing that is allowed without it, and what to do where it was not you', () => {
  const text = verifyMail({ link, madeAt, lifetime: 24 * hour }).text.replace(/\s+/g, ' ');
  const [ifYou, ifNot] = text.split('If it was not you, do not verify it');
  expect(ifYou).toContain('others can then find you by it, if you allow them to');
  expect(ifYou).not.toContain('password');
  expect(ifNot).toContain('ask for a new password with this address; that signs them out');
});

test('a mail says when, on which device and from where the sign-in happened', () => {
  expect(newSignInMail({ at, device, address, changeLink: link }).text).toContain(
    '    Firefox on Linux\n    20 November 2026 at 21:05 UTC\n    Network address 203.0.113.7\n',
  );
});

test('text chosen by others is shown as text and never as HTML', () => {
  const hostile = '<img src=x onerror=alert(1)>"@evil.example';
  const { html } = emailChangeNoticeMail({ link, madeAt, lifetime: hour, newEmail: hostile });
  expect(html).not.toContain('<img');
  expect(html).toContain('&#60;img src=x onerror=alert(1)&#62;&#34;@evil.example');
});
