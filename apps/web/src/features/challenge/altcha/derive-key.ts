import type { ChallengeParameters } from 'altcha-lib/types';

/** The key that ALTCHA's PBKDF2/SHA-256 derives from a guess: `keyLength` bytes. */
export async function deriveKey(
  { algorithm, cost, keyLength }: ChallengeParameters,
  salt: Uint8Array,
  password: Uint8Array,
): Promise<{ derivedKey: Uint8Array }> {
  if (algorithm !== 'PBKDF2/SHA-256') throw new Error(`This page cannot solve ${algorithm}.`);
  const derive = globalThis.crypto?.subtle ? natively : inJavaScript;
  return { derivedKey: await derive(password, salt, cost, keyLength) };
}

async function natively(password: Uint8Array, salt: Uint8Array, cost: number, length: number) {
  const key = await crypto.subtle.importKey('raw', new Uint8Array(password), 'PBKDF2', false, ['deriveBits']);
  const rules = { name: 'PBKDF2', hash: 'SHA-256', salt: new Uint8Array(salt), iterations: cost };
  return new Uint8Array(await crypto.subtle.deriveBits(rules, key, length * 8));
}

// Browsers have no crypto.subtle over plain http, and a server in a home network has no https.
async function inJavaScript(password: Uint8Array, salt: Uint8Array, cost: number, length: number) {
  const [{ pbkdf2 }, { sha256 }] = await Promise.all([
    import('@noble/hashes/pbkdf2.js'),
    import('@noble/hashes/sha2.js'),
  ]);
  return pbkdf2(sha256, password, salt, { c: cost, dkLen: length });
}
