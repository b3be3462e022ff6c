import { expect, test } from 'vitest';
import { decode, decodeAs } from './decode.ts';
import { encoded } from './testing/encoded.ts';
import { samples, words } from './testing/samples.ts';

const bytes = (text: string, encoding: BufferEncoding) => new Uint8Array(Buffer.from(text, encoding));
const swapped = (text: string) => new Uint8Array(Buffer.from(text, 'utf16le').swap16());

/** What becomes of a file: the text that is sent, or those among which its person chooses. */
function outcome(content: Uint8Array): { sent: string } | { asked: string[] } | null {
  const read = decode(content);
  if (!read) return null;
  if (!('candidates' in read)) return { sent: read.text };
  return { asked: read.candidates.map((one) => decodeAs(content, one).text) };
}

const inEach = <Row extends readonly [string, string, ...string[]]>(rows: readonly Row[]) =>
  rows.flatMap(([language, names, ...texts]) =>
    names.split(' ').map((encoding) => [language, encoding, texts] as const),
  );

test.each(inEach(samples))(
  '%s in %s is read, or asked about if it is short [ATT-06 ATT-12]',
  (_, encoding, [short = '', long = '']) => {
    expect(outcome(encoded(long, encoding))).toEqual({ sent: long });
    const found = outcome(encoded(short, encoding));
    if (found && 'asked' in found) expect(found.asked.slice(0, 4)).toContain(short);
    else expect(found).toEqual({ sent: short });
  },
);

test.each(inEach(words))(
  'a few words of %s in %s are never sent as others [ATT-12]',
  (_, encoding, [texts = '']) => {
    for (const text of texts.split('|')) {
      const found = outcome(encoded(text, encoding));
      if (found && 'asked' in found) expect(found.asked).toContain(text);
      else expect(found).toEqual({ sent: text });
    }
  },
);

test.each([
  ['UTF-8', bytes('Grüße 世界', 'utf8'), 'Grüße 世界', 'UTF-8'],
  ['UTF-8 with a mark', bytes('\ufeffGrüße', 'utf8'), 'Grüße', 'UTF-8'],
  ['UTF-16 as Windows writes it', bytes('\ufeffGrüße 世界', 'utf16le'), 'Grüße 世界', 'UTF-16'],
  ['UTF-16 in the other byte order', swapped('\ufeffGrüße'), 'Grüße', 'UTF-16'],
  ['UTF-16 without a mark', bytes('Remember the milk', 'utf16le'), 'Remember the milk', 'UTF-16'],
  ['UTF-16 without a mark, bytes swapped', swapped('Remember the milk'), 'Remember the milk', 'UTF-16'],
  ['nothing', new Uint8Array(), '', 'UTF-8'],
])('%s is read [ATT-06]', (_, content, text, encoding) => {
  expect(decode(content)).toEqual({ text, encoding, isGuess: false });
});

test('Japanese with escape sequences is read, and colours in a log are none', () => {
  expect(decode(bytes('\x1b$B$3$s$K$A$O\x1b(B', 'latin1'))).toMatchObject({ text: 'こんにちは' });
  expect(decode(bytes('\x1b[31mfailed\x1b[0m', 'latin1'))).toMatchObject({ encoding: 'UTF-8' });
});

test.each([
  'Grüße',
  'Façade, naïve, Zoë',
  'Ärger über Öl',
  'Größe und Füße, Straße',
  '¿Qué? ¡Señor!',
  'Blåbær på søndag',
  '25 °C, 3 m²',
  'It’s “quoted” here',
  'L’œuvre créée',
])('the western text “%s” is one [ATT-12]', (text) => {
  expect(decode(encoded(text, 'windows-1252'))).toEqual({ text, encoding: 'Windows-1252', isGuess: true });
});

test('a choice shows the lines that differ, the likeliest reading first', () => {
  const read = decode(encoded('Name\r\nGdańsk\r\nOslo\r\n', 'windows-1250'));
  const previews = read && 'candidates' in read ? read.candidates.map(({ preview }) => preview) : [];
  expect(previews[0]).toMatch(/^Gda.sk$/);
  expect(previews).toContain('Gdańsk');
});

test('binary data is not read as text', () => {
  expect(decode(new Uint8Array([0x50, 0x4b, 3, 4, 0, 0, 1]))).toBeNull();
  expect(
    decode(new Uint8Array([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0x3e, 0])),
  ).toBeNull();
});
