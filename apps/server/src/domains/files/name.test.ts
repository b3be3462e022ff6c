import fc from 'fast-check';
import { expect, test } from 'vitest';
import { safeName } from './name.ts';

test.each([
  ['../../../etc/passwd', 'passwd'],
  ['a/b\\c.txt', 'c.txt'],
  ['one\r\nSet-Cookie: two.txt', 'oneSet-Cookie: two.txt'],
  ['invoice\u202efdp.exe', 'invoicefdp.exe'],
  ['  .bashrc. ', 'bashrc'],
  ['', 'file'],
  ['..', 'file'],
  ['family 👨‍👩‍👧.png', 'family 👨‍👩‍👧.png'],
  ['نامه‌ها.txt', 'نامه‌ها.txt'],
  [`e${'\u0323'.repeat(40)}.txt`, `ẹ${'\u0323'.repeat(29)}.txt`],
])('%j becomes %j', (raw, name) => {
  expect(safeName(raw)).toBe(name);
});

test('a long name keeps its extension', () => {
  expect(safeName(`${'🌍'.repeat(300)}.pdf`)).toMatch(/^(🌍)+\.pdf$/u);
});

// Lone surrogates included.
const anyText = fc.array(fc.nat(0xffff), { maxLength: 400 }).map((codes) => String.fromCharCode(...codes));

test('any name becomes one short line without a path', () => {
  fc.assert(
    fc.property(anyText, (raw) => {
      const name = safeName(raw);
      expect(name.length).toBeGreaterThan(0);
      expect(name.length).toBeLessThanOrEqual(200);
      expect(name).not.toMatch(/[\p{Cc}/\\\u202e\u2028]/u);
      expect(safeName(name)).toBe(name);
    }),
  );
});
