import { expect, test } from 'vitest';
import { decoded } from './decoded.ts';

const bytes = (text: string, encoding: BufferEncoding) => new Uint8Array(Buffer.from(text, encoding));
const swapped = (text: string) => new Uint8Array(Buffer.from(text, 'utf16le').swap16());

test.each([
  ['UTF-8', bytes('Grüße 世界', 'utf8'), 'Grüße 世界', true],
  ['UTF-8 with a mark', bytes('\ufeffGrüße', 'utf8'), 'Grüße', true],
  ['UTF-16 as Windows writes it', bytes('\ufeffGrüße 世界', 'utf16le'), 'Grüße 世界', false],
  ['UTF-16 in the other byte order', swapped('\ufeffGrüße'), 'Grüße', false],
  ['UTF-16 without a mark', bytes('Remember the milk', 'utf16le'), 'Remember the milk', false],
  [
    'UTF-16 without a mark, in the other byte order',
    swapped('Remember the milk'),
    'Remember the milk',
    false,
  ],
  ['nothing', new Uint8Array(), '', true],
])('%s is read [ATT-06]', (_, content, text, isUtf8) => {
  expect(decoded(content)).toEqual({ text, isUtf8 });
});

test.each([
  ['Latin-1', bytes('Grüße', 'latin1'), 'Grüße'],
  ['what Windows made of Latin-1', new Uint8Array([0x80, 0x20, 0x93, 0x61, 0x94]), '€ “a”'],
])('%s is read, and marked as a guess [ATT-06 ATT-12]', (_, content, text) => {
  expect(decoded(content)).toEqual({ text, isUtf8: false, guessed: 'Windows-1252' });
});

test('binary data is not read as text', () => {
  expect(decoded(new Uint8Array([0x50, 0x4b, 3, 4, 0, 0, 1]))).toBeNull();
});
