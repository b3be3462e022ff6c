import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { masker } from './masking.ts';

const key = 'sk-canary-0123456789';
const other = 'AIzaOther+key/of=ours';

/** What is shown after each piece, and after the last. */
function shown(pieces: readonly string[], keys: readonly string[] = [key], before = ''): string[] {
  const growing = masker(keys).pieces(before);
  return [...pieces.map((piece) => growing.add(piece)), growing.end()];
}
const joined = (pieces: readonly string[], keys?: readonly string[], before?: string) =>
  shown(pieces, keys, before).join('');

describe('a whole text', () => {
  test.each([
    [`The key is ${key}.`, 'The key is •••.'],
    [`${key}${key} and ${key}`, '•••••• and •••'],
    [`${other} beside ${key}`, '••• beside •••'],
    ['nothing of the kind', 'nothing of the kind'],
    ['sk-canary-012345678', 'sk-canary-012345678'],
    [`…/v1?key=${encodeURIComponent(other)}&alt=sse`, '…/v1?key=•••&alt=sse'],
  ])('%s', (text, masked) => expect(masker([key, other]).text(text)).toBe(masked));

  test('a key that is escaped in JSON is found there too', () => {
    const quoted = 'a"quoted\\key';
    expect(masker([quoted]).text(`{"key":${JSON.stringify(quoted)}}`)).toBe('{"key":"•••"}');
  });

  test.each(['', 'none', 'NONE', 'secret7', '  short  '])(
    'masking the key “%s” would mangle ordinary words',
    (short) =>
      expect(masker([short]).text('none of the secret7 words is short')).toBe(
        'none of the secret7 words is short',
      ),
  );

  test.each(['lm-studio', 'LM-Studio', 'not-needed', 'no-key-required', 'sk-no-key-required', 'password'])(
    'what documentation writes for a server without keys, like “%s”, hides no name and no word',
    (placeholder) =>
      expect(masker([placeholder]).text(`Start ${placeholder} now`)).toBe(`Start ${placeholder} now`),
  );

  test('a key of one’s own that only contains such a word is hidden', () =>
    expect(masker(['lm-studio-7f3a']).text('Start lm-studio-7f3a now')).toBe('Start ••• now'));

  test('nothing is left of the longer of two keys with the same beginning', () =>
    expect(masker([key, `${key}-2`]).text(`${key}-2 and ${key}`)).toBe('••• and •••'));
});

describe('a text in pieces', () => {
  const text = `Before it, ${key}, and after it.`;

  test('wherever it is split in two, or three, nothing of the key is shown', () => {
    for (let a = 0; a <= text.length; a++) {
      for (let b = a; b <= text.length; b++) {
        const pieces = [text.slice(0, a), text.slice(a, b), text.slice(b)];
        expect(joined(pieces)).toBe('Before it, •••, and after it.');
      }
    }
  });

  test('a letter at a time', () => expect(joined([...text])).toBe('Before it, •••, and after it.'));

  test('only what could be the beginning of a key waits, and no longer than it could', () => {
    expect(shown(['A desk', ' is ', 'sk', '-', 'x', ' done', ' sk-canary-0', '9', '.'])).toEqual([
      'A de',
      'sk is ',
      '',
      '',
      'sk-x',
      ' done',
      ' ',
      'sk-canary-09',
      '.',
      '',
    ]);
  });

  test('what was held back is returned at the end, unless it is most of a key', () => {
    expect(shown(['It begins with sk-'])).toEqual(['It begins with ', 'sk-']);
    expect(shown(['It begins with sk-canary'])).toEqual(['It begins with ', 'sk-canary']);
    expect(shown([`It is ${key.slice(0, 10)}`])).toEqual(['It is ', '•••']);
    expect(shown([`It is ${key.slice(0, -1)}`])).toEqual(['It is ', '•••']);
  });

  test('nothing is returned twice', () => {
    const growing = masker([key]).pieces();
    expect([growing.add('yes'), growing.end(), growing.end(), growing.add('!')]).toEqual([
      'ye',
      's',
      '',
      '!',
    ]);
  });

  test('a key that begins inside a false start is found', () => {
    expect(joined(['aaaaaaab', 'aaaaaaaaa', 'b!'], ['aaaaaaaab'])).toBe('aaaaaaaba•••!');
    expect(joined(['sk-sk-ca', 'nary-0123456789'])).toBe('sk-•••');
  });

  test('whatever the text, the keys and the splits: no key is left, and a text without one is unchanged', () => {
    const keys = fc.uniqueArray(fc.stringMatching(/^[ab]{8,12}$/), { minLength: 1, maxLength: 3 });
    const pieces = fc.array(fc.string({ unit: fc.constantFrom('a', 'b', 'c', '😀'), maxLength: 9 }));
    fc.assert(
      fc.property(keys, pieces, (keys, pieces) => {
        const whole = pieces.join('');
        const result = joined(pieces, keys);
        for (const key of keys) expect(result).not.toContain(key);
        const most = (length: number) => Math.max(8, length / 2);
        const endsInPart = keys.some((key) =>
          Array.from({ length: key.length }, (_, at) => key.slice(0, at)).some(
            (part) => part.length >= most(key.length) && whole.endsWith(part),
          ),
        );
        if (!endsInPart && !keys.some((key) => whole.includes(key))) expect(result).toBe(whole);
      }),
      { numRuns: 2_000 },
    );
  });

  test('never more than a key without its last letter is held back', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: fc.constantFrom('s', 'k', '-', 'c'), maxLength: 6 })),
        (pieces) => {
          const growing = masker(['sk-csk-cs', 'kkkkkkkk']).pieces();
          let waiting = 0;
          for (const piece of pieces) {
            waiting += piece.length - growing.add(piece).replaceAll('•••', 'sk-csk-cs').length;
            expect(waiting).toBeLessThan(9);
          }
        },
      ),
    );
  });

  test('surrogate pairs stay whole', () => {
    const pieces = ['😀s', '😀', 'k-', '😀', `${key.slice(0, 5)}`, `${key.slice(5)}😀`];
    const result = shown(pieces);
    expect(result.join('')).toBe('😀s😀k-😀•••😀');
    for (const piece of result) expect(piece.isWellFormed()).toBe(true);
  });

  test('keys too short to be masked hold nothing back', () =>
    expect(shown(['none', 'secre', 't7'], ['none', 'secret7'])).toEqual(['none', 'secre', 't7', '']));
});

describe('a text that continues another', () => {
  test('completes no key', () => {
    expect(joined(['nary-0123456789, as I said'], [key], 'It is sk-ca')).toBe('•••, as I said');
    expect(joined(['nary', '-0123', '456789', '.'], [key], 'It is sk-ca')).toBe('•••.');
  });

  test('is unchanged when no key had begun', () => {
    expect(joined(['other', ' words'], [key], 'It is sk-ca')).toBe('other words');
    expect(joined(['k', '-x'], [key], 'It is')).toBe('k-x');
    expect(joined(['aab'], ['aaaaaaab'], 'aaa')).toBe('aab');
  });

  test('does not repeat the earlier text at its end', () => {
    expect(joined(['na'], [key], 'It is sk-ca')).toBe('na');
    expect(joined(['nary-01'], [key], 'It is sk-ca')).toBe('•••');
  });
});
