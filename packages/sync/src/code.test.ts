import { expect, test } from 'vitest';
import { newCode } from './code.ts';

test('a code has 128 bits, stands in an address as it is, and comes once', () => {
  const codes = Array.from({ length: 500 }, newCode);
  for (const code of codes) expect(code).toMatch(/^[\w-]{22}$/);
  expect(Buffer.from(codes[0] ?? '', 'base64url')).toHaveLength(16);
  expect(new Set(codes).size).toBe(500);
});
