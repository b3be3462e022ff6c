/** Of each code; the id of a space is longer, so that an address can have either. */
export const codeLength = 22;

/** 128 random bits for a link, short enough for a QR code that any telephone reads. */
export function newCode(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
}
