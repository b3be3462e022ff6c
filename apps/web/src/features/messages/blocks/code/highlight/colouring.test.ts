import { expect, test, vi } from 'vitest';
import { startColouring } from './colouring.ts';
import { colours } from './colours.ts';
import { grammars } from './grammars.ts';
import { type LanguageId, languageOf } from './languages.ts';
import { samples } from './testing/samples.ts';

// Enough for any test machine, however busy.
const colouring = startColouring(60_000);
let block = 0;

async function coloursOf(language: LanguageId, code: string): Promise<Set<string | undefined>> {
  await colouring.prepare(language);
  block++;
  const found = new Set<string | undefined>();
  for (const line of code.split('\n')) {
    const pairs = colouring.line(block, language, line);
    let length = 0;
    for (let index = 0; index < pairs.length; index += 2) {
      length += pairs[index] ?? 0;
      found.add(colours[pairs[index + 1] ?? -1]);
    }
    expect(length, line).toBe(line.length);
  }
  found.delete('plain');
  return found;
}

test.each(Object.keys(grammars) as LanguageId[])('%s is coloured [CODE-14]', async (language) => {
  expect((await coloursOf(language, samples[language])).size).toBeGreaterThanOrEqual(2);
});

test('an unknown language is left as it is [CODE-14]', () => {
  expect(languageOf('brainfuck')).toEqual({ id: null, name: 'brainfuck' });
  expect(languageOf('')).toBeNull();
});

test('a line of two megabytes is not even tried [CODE-15]', async () => {
  await colouring.prepare('javascript');
  const text = '('.repeat(2_000_000);
  const startedAt = process.cpuUsage();
  expect(colouring.line(++block, 'javascript', text)).toEqual([2_000_000, 0]);
  expect(process.cpuUsage(startedAt).user / 1_000).toBeLessThan(100);
});

test('a line whose grammar has to be compiled first gets all its colours, and reports progress meanwhile [CODE-15]', async () => {
  const line = 'const a: number = 1; // one';
  await colouring.prepare('typescript');
  const expected = colouring.line(++block, 'typescript', line);
  const hurried = startColouring();
  await hurried.prepare('typescript');
  // Every reading of the clock takes a while, and it is read for every pattern.
  let now = 0;
  const clocks = [vi.spyOn(performance, 'now'), vi.spyOn(Date, 'now')];
  for (const clock of clocks) clock.mockImplementation(() => (now += 20));
  let said = 0;
  const coloured = hurried.line(1, 'typescript', line, () => void said++);
  for (const clock of clocks) clock.mockRestore();
  expect(coloured).toEqual(expected);
  expect(said).toBeGreaterThan(10);
});
