import fc from 'fast-check';
import { expect, test } from 'vitest';
import { excerptOf } from './excerpt.ts';
import { filtersOf, filterValue, readTyped, typedWith } from './filters.ts';
import { findTerms, markedIn } from './matches.ts';
import { indexQuery, searchTerms } from './terms.ts';
import { indexWords } from './words.ts';

function finished<Result>(work: Generator<undefined, Result>): Result {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}
const wordsOf = (text: string) => [...finished(indexWords(text))];
const isIn = (text: string, query: string) => finished(findTerms(text, searchTerms(query))) !== null;
const marked = (text: string, query: string) =>
  markedIn(text, searchTerms(query)).map(([from, to]) => text.slice(from, to));

test('capitals, accents and encodings make no difference', () => {
  expect(wordsOf('Straße CAFÉ cafe\u0301 Ørsted')).toEqual(['strasse', 'cafe', 'orsted']);
  for (const query of ['STRASSE', 'strasse', 'Café', 'CAFE', 'orsted']) {
    expect(isIn('Straße, café, Ørsted', query)).toBe(true);
  }
});

test('scripts without spaces are searched by pairs of characters, the last one alone', () => {
  expect(wordsOf('東京都 ok')).toEqual(['東京', '京都', '都', 'ok']);
  expect(wordsOf('ภาษา')).toEqual(['ภา', 'าษ', 'ษา', 'า']);
  expect(indexQuery(searchTerms('京都'))).toEqual({ words: ['京都'], prefixes: [] });
  expect(indexQuery(searchTerms('都'))).toEqual({ words: [], prefixes: ['都'] });
  expect(isIn('東京都に住む', '京都')).toBe(true);
  expect(isIn('京、都', '京都')).toBe(false);
});

test('the last word may be the beginning of one, unless something follows it', () => {
  expect(isIn('a long conversation', 'conv')).toBe(true);
  expect(isIn('a long conversation', 'conv ')).toBe(false);
  expect(isIn('a long conversation', 'lon conversation')).toBe(false);
  expect(isIn('a long conversation', '"conv"')).toBe(false);
});

test('quotes are found as they stand', () => {
  expect(isIn('the cat sat on the mat', '"cat sat"')).toBe(true);
  expect(isIn('the cat sat on the mat', '"sat cat"')).toBe(false);
  expect(isIn('the cat sat on the mat', '"the mat" cat')).toBe(true);
  expect(isIn('the cat, sat', '"cat sat')).toBe(true);
});

const letters = fc.constantFrom(...'aBéß0_- .,"’東京都のカﾞｶภาษาไทयहि한국어עִבעَر🌍\ud83c\udf0d½㈱ﷺİıK');
const anyText = fc.string({ unit: letters, maxLength: 30 });

test('texts that are left out by a look at their letters have none of the words [MSEARCH-19]', () => {
  fc.assert(
    fc.property(anyText, anyText, fc.nat(30), fc.nat(30), (text, other, from, to) => {
      for (const query of [text.slice(Math.min(from, to), Math.max(from, to)), other]) {
        for (const term of searchTerms(query)) {
          expect(finished(findTerms(text, [term])) !== null).toBe(markedIn(text, [term]).length > 0);
        }
      }
    }),
    { numRuns: 3_000 },
  );
});

test('whatever stands in a text, the index has it under every query that it matches', () => {
  fc.assert(
    fc.property(anyText, anyText, fc.nat(30), fc.nat(30), (text, other, from, to) => {
      for (const query of [text.slice(Math.min(from, to), Math.max(from, to)), other]) {
        if (!isIn(text, query)) continue;
        const words = wordsOf(text);
        const { words: wanted, prefixes } = indexQuery(searchTerms(query));
        expect(words).toEqual(expect.arrayContaining([...wanted]));
        for (const prefix of prefixes) expect(words.some((word) => word.startsWith(prefix))).toBe(true);
      }
    }),
    { numRuns: 3_000 },
  );
});

test('only operators, only punctuation and half a pair ask for nothing', () => {
  for (const query of ['', ' ', '"', '""', '-', '* AND (', '!!!', '\ud83d', '🙂', '\0', '%_']) {
    expect(searchTerms(query).flatMap(({ tokens }) => tokens.map(({ text }) => text))).toEqual(
      query.includes('AND') ? ['and'] : [],
    );
  }
});

test('a query of any length becomes a few terms', () => {
  const started = performance.now();
  expect(searchTerms('word '.repeat(2_000))).toHaveLength(16);
  expect(searchTerms('字'.repeat(10_000)).length).toBeLessThanOrEqual(16);
  expect(searchTerms(`"${'a '.repeat(5_000)}"`)[0]?.tokens).toHaveLength(32);
  expect(performance.now() - started).toBeLessThan(500);
});

test('an excerpt is one line around the first find, with every find in it marked', () => {
  const text = `${'before '.repeat(40)}\nthe Café\n\nand a cafe ${'after '.repeat(60)}`;
  const terms = searchTerms('cafe');
  const found = finished(findTerms(text, terms));
  const { text: shown, marks } = excerptOf(text, found ?? [], terms);
  expect(shown.length).toBeLessThanOrEqual(242);
  expect(shown).toMatch(/^…before .* the Café and a cafe after .*…$/);
  expect(marks.map(([from, to]) => shown.slice(from, to))).toEqual(['Café', 'cafe']);
});

test('finds are marked in every script', () => {
  expect(marked('私は東京に住む', '東京')).toEqual(['東京']);
  expect(marked('Ein Straßenfest', 'strass')).toEqual(['Straßenfest']);
  expect(marked('한국어를 배워요', '한국어')).toEqual(['한국어를']);
});

test('filters are words: what is none stays in the text', () => {
  expect(readTyped('from:@Ada has:file cats after:2024-05 url:x before:never')).toEqual({
    text: 'cats url:x before:never',
    filters: [
      { name: 'from', value: '@Ada' },
      { name: 'has', value: 'file' },
      { name: 'after', value: '2024-05' },
    ],
  });
  expect(filtersOf(readTyped('from:@Ada has:file folder:"My work"').filters)).toEqual({
    from: 'ada',
    has_file: true,
    folder: 'My work',
  });
  expect(filtersOf(readTyped('before:2024-05-03').filters)).toEqual({ before: +new Date(2024, 4, 3) });
  expect(readTyped('before:2024-02-31 x').filters).toEqual([]);
});

test('a search since yesterday begins at midnight, where the person is', () => {
  const now = new Date();
  const day = (ago: number) => +new Date(now.getFullYear(), now.getMonth(), now.getDate() - ago);
  expect(filtersOf(readTyped('after:Yesterday before:today').filters)).toEqual({
    after: day(1),
    before: day(0),
  });
  for (const word of ['tomorrow', 'constructor', '__proto__'])
    expect(readTyped(`after:${word}`).filters).toEqual([]);
});

test('a typed query is the same after it is written again', () => {
  const typed = 'folder:"My work" from:me cats "and dogs"';
  expect(typedWith(readTyped(typed))).toBe(typed);
});

const filterOfWords = (value: string) => [{ name: 'folder', value }];

test('a value in quotes is one filter, in whatever quotes a keyboard writes, and while they are still open [MSEARCH-19]', () => {
  for (const [open, close] of ['""', '“”', '„“', '””', '"']) {
    expect(readTyped(`cats folder:${open}Work notes${close ?? ''}`)).toEqual({
      text: 'cats ',
      filters: filterOfWords('Work notes'),
    });
  }
  for (const typed of ['folder:"', 'folder:"" cats', 'folder:" '])
    expect(readTyped(typed).filters).toEqual([]);
});

test('a filter in quoted words is one of the words [MSEARCH-19]', () => {
  expect(readTyped('"she said from:ada yesterday" has:file').filters).toEqual([
    { name: 'has', value: 'file' },
  ]);
  expect(isIn('the cat sat on the mat', '“cat sat”')).toBe(true);
  expect(isIn('the cat sat on the mat', '“sat cat”')).toBe(false);
});

test('whatever the name of a folder, the filter that is written for it is read again as it is', () => {
  const anyName = fc.string({ unit: fc.constantFrom(...'aB:é"\'“” \t_-東'), minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(anyName, (name) => {
      const [written] = readTyped(
        typedWith({ text: 'cats', filters: [{ name: 'folder', value: name }] }),
      ).filters;
      expect(written?.value ?? '').toBe(filterValue(name));
    }),
  );
});

test('no filter is longer than what a server takes', () => {
  const long = 'x'.repeat(300);
  const { from, provider, model } = filtersOf(
    readTyped(`from:${long} provider:${long} model:${long}`).filters,
  );
  expect([from, provider, model].map((value) => value?.length)).toEqual([100, 64, 256]);
});
