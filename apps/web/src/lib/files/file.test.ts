import { expect, test } from 'vitest';
import { base64, blobOf } from './file.ts';

test.each([0, 1, 2, 3, 24_575, 24_576, 24_577, 393_215, 393_216, 393_217, 1_000_000])(
  '%i bytes are encoded as standard base64',
  async (size) => {
    const bytes = Uint8Array.from({ length: size }, (_, index) => (index * 31) % 256);
    const text = Buffer.from(bytes).toString('base64');
    expect(await base64(new Blob([bytes]))).toBe(text);
    const decoded = Buffer.from(await (await blobOf(text, 'image/png')).bytes());
    expect(decoded.equals(bytes)).toBe(true);
  },
);
