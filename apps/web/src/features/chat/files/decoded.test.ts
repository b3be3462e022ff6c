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

test.each([
  ['Windows-1251', [0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2, 0x2c, 0x20, 0xec, 0xe8, 0xf0]],
  ['KOI8-R', [0xf0, 0xd2, 0xc9, 0xd7, 0xc5, 0xd4, 0x2c, 0x20, 0xcd, 0xc9, 0xd2]],
  ['Windows-1253', [0xca, 0xe1, 0xeb, 0xe7, 0xec, 0xdd, 0xf1, 0xe1]],
  ['Shift_JIS', [0x82, 0xb1, 0x82, 0xf1, 0x82, 0xc9, 0x82, 0xbf, 0x82, 0xcd]],
  ['EUC-JP', [0xa4, 0xb3, 0xa4, 0xf3, 0xa4, 0xcb, 0xa4, 0xc1, 0xa4, 0xcf]],
  ['GB18030', [0xc4, 0xe3, 0xba, 0xc3, 0xa3, 0xac, 0xca, 0xc0, 0xbd, 0xe7]],
  ['Big5', [0xa7, 0x41, 0xa6, 0x6e, 0xa1, 0x41, 0xa5, 0x40, 0xac, 0xc9]],
  ['EUC-KR', [0xbe, 0xc8, 0xb3, 0xe7, 0xc7, 0xcf, 0xbc, 0xbc, 0xbf, 0xe4]],
])('a text in %s is not taken for a western one [ATT-12]', (_, content) => {
  expect(decoded(new Uint8Array(content))).toBe('unknown');
});

test.each([
  'Façade, naïve, Zoë',
  'Ärger über Öl',
  'Größe und Füße, Straße',
  '¿Qué? ¡Señor!',
  'L’œuvre créée',
  'Blåbær på søndag',
  '25 °C, 3 m²',
])('the western text “%s” is one', (text) => {
  const content = Uint8Array.from([...text], (letter) => {
    const known: Record<string, number> = { '’': 0x92, œ: 0x9c };
    return known[letter] ?? letter.charCodeAt(0);
  });
  expect(decoded(content)).toMatchObject({ text, guessed: 'Windows-1252' });
});
