import fc from 'fast-check';
import { expect, test } from 'vitest';
import { attachment } from './disposition.ts';

test('a name beyond ASCII is sent twice: for old browsers and as it is', () => {
  expect(attachment(`résumé "2".pdf`)).toBe(
    `attachment; filename="r_sum_ _2_.pdf"; filename*=UTF-8''r%C3%A9sum%C3%A9%20%222%22.pdf`,
  );
  expect(attachment(`it's (1).mp4`)).toBe(
    `attachment; filename="it's (1).mp4"; filename*=UTF-8''it%27s%20%281%29.mp4`,
  );
});

// Lone surrogates included.
const anyText = fc.array(fc.nat(0xffff)).map((codes) => String.fromCharCode(...codes));

test('no name can break out of the header, and every name can be read back', () => {
  fc.assert(
    fc.property(anyText, (name) => {
      const [, ascii = '', encoded = ''] =
        /^attachment; filename="([^"\\]*)"; filename\*=UTF-8''([\w.!~%-]*)$/.exec(attachment(name)) ?? [];
      expect(ascii).toMatch(/^[\x20-\x7e]*$/);
      expect(decodeURIComponent(encoded)).toBe(name.toWellFormed());
    }),
  );
});
