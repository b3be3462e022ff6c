import { hash, randomBytes } from 'node:crypto';

/** 256 random bits as text that fits into a link. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Stored in place of a secret: enough to recognise it, but not to use it. For random secrets only, never passwords. */
export function hashOf(secret: string): string {
  return hash('sha256', secret, 'base64url');
}
