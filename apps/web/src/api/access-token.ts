/** The name of its storage entry. */
export const accessEntry = 'access_token';

/** The storage entry that names the account whose conversations this browser shows. */
export const storeEntry = 'polylogue.store';

/** What an access token says about itself. Used for planning, never trusted: only the server can check it. */
export interface AccessToken {
  text: string;
  /** Whose sign-in it proves. */
  owner: string;
  /** Milliseconds since 1970, by the server's clock. */
  expiresAt: number;
}

/** Null when it does not have three parts, or when the middle one has no expiry. */
export function readAccessToken(text: string | null): AccessToken | null {
  const parts = text?.split('.') ?? [];
  if (!text || parts.length !== 3 || parts.includes('')) return null;
  const { exp, sub } = payload(parts[1] ?? '');
  if (typeof exp !== 'number' || !Number.isFinite(exp)) return null;
  return { text, owner: textOf(sub), expiresAt: exp * 1000 };
}

const textOf = (claim: unknown) => (typeof claim === 'string' ? claim : '');

function payload(part: string): { exp?: unknown; sub?: unknown } {
  try {
    return Object(JSON.parse(atob(part.replaceAll('-', '+').replaceAll('_', '/'))));
  } catch {
    return {};
  }
}
