import fc from 'fast-check';
import { expect, test } from 'vitest';
import { oneAddress } from './address.ts';

test.each([
  ['ada@example.com', 'ada@example.com'],
  ['Ada.Lovelace+chat@Example.COM', 'Ada.Lovelace+chat@example.com'],
  ["o'hara@example.com", "o'hara@example.com"],
  ['jürgen@bücher.example', 'jürgen@xn--bcher-kva.example'],
  ['root@localhost', 'root@localhost'],
])('%s is one address', (text, address) => {
  expect(oneAddress(text)).toBe(address);
});

test.each([
  '',
  '@',
  'ada',
  'ada@',
  '@example.com',
  'a@b@example.com',
  'ada@example.com,eve@example.com',
  'ada@example.com;eve@example.com',
  'ada@example.com eve@example.com',
  'Ada <ada@example.com>',
  '<ada@example.com>',
  '"ada"@example.com',
  '"eve@evil.example,"@example.com',
  'ada(comment)@example.com',
  'ada\\@example.com',
  'ada@example.com\r\nBcc: eve@example.com',
  'ada\u0000@example.com',
  'ada\u2028@example.com',
  '.ada@example.com',
  'a..da@example.com',
  'ada.@example.com',
  'group:ada@example.com;',
  'ada@[127.0.0.1]',
  'ada@127.0.0.1',
  'ada@example.com/path',
  'ada@example.com:25',
  'ada@ex%61mple.com',
  'ada@-example.com',
  'ada@example..com',
  `${'a'.repeat(65)}@example.com`,
  `ada@${'a'.repeat(64)}.com`,
  `ada@${'abcdefgh.'.repeat(30)}com`,
])('%j is not [CHECK-30]', (text) => {
  expect(oneAddress(text)).toBeUndefined();
});

test('whatever is typed, an address has one @ and no quotes, spaces or line endings', () => {
  const tricky = fc.constantFrom(
    '@',
    '"',
    '\r\n',
    '\n',
    ' ',
    ',',
    ';',
    '<',
    '>',
    '(',
    ')',
    '\\',
    '.',
    'é',
    '\t',
  );
  const text = fc.array(fc.oneof(tricky, fc.string({ unit: 'binary', maxLength: 4 }), fc.constant('a')));
  fc.assert(
    fc.property(text, (parts) => {
      const address = oneAddress(parts.join(''));
      if (address !== undefined) expect(address).toMatch(/^[^\s@"<>(),;:\\[\]\p{C}]+@[a-z\d.-]+$/u);
    }),
    { numRuns: 5_000 },
  );
});
