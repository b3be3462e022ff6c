import { Username } from '@polylogue/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalEmail, canonicalUsername, isReserved } from './names.ts';

test.each([
  ['ada@example.com', 'ADA@Example.COM'],
  ['ada@example.com', 'ａｄａ@example.com'],
  ['ada@xn--bcher-kva.example', 'Ada@Bücher.example'],
  ['ada@xn--bcher-kva.example', 'ada@BÜCHER.EXAMPLE'],
  ['a.d.a+chat@example.com', 'A.d.a+chat@example.com'],
])('%s is the same mailbox as %s [CHECK-9]', (canonical, typed) => {
  expect(canonicalEmail(typed)).toBe(canonical);
});

test('look-alike letters, and tags that only some mail servers ignore, make a different mailbox', () => {
  const mailboxes = ['ada@example.com', 'аda@example.com', 'ad.a@example.com', 'ada+1@example.com'];
  expect(new Set(mailboxes.map(canonicalEmail)).size).toBe(4);
});

test.each([
  'ada',
  '@example.com',
  'ada@',
  'ada@127.0.0.1',
  'ada@[127.0.0.1]',
  'ada@exam ple.com',
  'ada@example.com, ben@example.com',
  'ada@example.com\r\nBcc: ben@example.com',
  'ada\u0000@example.com',
  '"ada@evil.example"@example.com',
  'Ada <ada@example.com>',
  'ada@example.com>',
  'ada@example.com@evil.example',
  '.ada@example.com',
  'a..da@example.com',
  `${'a'.repeat(65)}@example.com`,
  'ada@-example.com',
  'ada@example..com',
  'ada@example.com/x',
  'ada@example.com:25',
  'ada@exa%6dple.com',
])('%j is not the address of one mailbox', (typed) => {
  expect(canonicalEmail(typed)).toBeUndefined();
});

test('every accepted address stays the same when it is parsed again', () => {
  const part = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 });
  const typed = fc
    .tuple(part, part, fc.constantFrom('', '.com', '.example'))
    .map(([a, b, c]) => `${a}@${b}${c}`);
  fc.assert(
    fc.property(fc.oneof(typed, fc.emailAddress()), (email) => {
      const canonical = canonicalEmail(email);
      if (canonical === undefined) return;
      expect(canonical).not.toMatch(/[\s\p{C}"(),:;<>[\\\]]/u);
      expect(canonical.split('@')).toHaveLength(2);
      expect(canonicalEmail(canonical)).toBe(canonical);
    }),
    { numRuns: 500 },
  );
});

test('a username that the contract accepts is its own canonical form', () => {
  const letters = 'abcdefghijklmnopqrstuvwxyz';
  const names = fc
    .tuple(
      fc.constantFrom(...letters),
      fc.string({ unit: fc.constantFrom(...`${letters}0123456789._`), maxLength: 31 }),
    )
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(names, (name) => {
      expect(Username.parse(name)).toBe(name);
      expect(canonicalUsername(name)).toBe(name);
    }),
  );
});

test.each(['Ada', ' a da', 'A\tD\nA ', 'a\u00a0da\u3000'])(
  'the contract writes %j as the form does: in lower case, without whitespace [FIELD-03]',
  (name) => {
    expect(Username.parse(name)).toBe('ada');
    expect(canonicalUsername(name)).toBe('ada');
  },
);

test.each(['аda', 'ada​', 'ａda', 'ada\u202e', 'a-da', '1ada', '_ada', ''])(
  'the contract refuses %j, so that no name looks like another',
  (name) => {
    expect(Username.safeParse(name).success).toBe(false);
  },
);

test.each([
  'admin',
  'Admin',
  'ad.min',
  'a_d_m_i_n',
  'root',
  'support',
  'api',
  'me',
  'null',
  'polylogue',
  'sign_in',
])('%s is reserved [CHECK-10]', (name) => {
  expect(isReserved(name)).toBe(true);
});

test.each(['ada', 'adminton', 'meadow', 'annie'])('but %s is allowed', (name) => {
  expect(isReserved(name)).toBe(false);
});
