import { pbkdf2Sync } from 'node:crypto';
import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { deriveKey } from './derive-key.ts';

afterEach(() => vi.unstubAllGlobals());

const parameters = {
  algorithm: 'PBKDF2/SHA-256',
  nonce: '',
  salt: '',
  cost: 50,
  keyLength: 32,
  keyPrefix: '',
};

const bytes = fc.uint8Array({ minLength: 1, maxLength: 40 });

test.each([
  ['with the browser’s own crypto', false],
  ['without it, as happens over plain http', true],
])('a key is derived as the standard says %s', async (_, isPlain) => {
  if (isPlain) vi.stubGlobal('crypto', {});
  await fc.assert(
    fc.asyncProperty(bytes, bytes, async (salt, password) => {
      const { derivedKey } = await deriveKey(parameters, salt, password);
      expect(Buffer.from(derivedKey)).toEqual(pbkdf2Sync(password, salt, 50, 32, 'sha256'));
    }),
    { numRuns: 50 },
  );
});

test('an unknown kind of challenge is not attempted', async () => {
  const other = { ...parameters, algorithm: 'SCRYPT' };
  await expect(deriveKey(other, new Uint8Array(1), new Uint8Array(1))).rejects.toThrow('cannot solve SCRYPT');
});
