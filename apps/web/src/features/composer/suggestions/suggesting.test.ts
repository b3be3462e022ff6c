import { expect, test } from 'vitest';
import { endReplacedBy, type Suggesting, type SuggestionSource, suggestingAt } from './suggesting.ts';

/** Suggestions that are a list: what is typed after a character, at the beginning of the text. */
const listed = (label: string, mark: string, texts: readonly string[]): SuggestionSource => ({
  label,
  typedAt: (text, caret) =>
    text.startsWith(mark) && !text.slice(0, caret).includes(' ')
      ? { from: 0, query: text.slice(mark.length, caret) }
      : null,
  find: (query) =>
    texts.filter((text) => text.startsWith(query)).map((text) => ({ id: text, text, shown: text })),
});

const sources = [listed('People', '@', ['ada', 'grace']), listed('Commands', '/', ['catch-up', 'clear'])];

const at = (text: string, caret = text.length, before: Suggesting | null = null) =>
  suggestingAt(sources, text, caret, before);

test('the source that what is typed is meant for makes the suggestions', () => {
  for (const [text, label, found] of [
    ['@gr', 'People', ['grace']],
    ['/c', 'Commands', ['catch-up', 'clear']],
  ] as const) {
    const open = at(text);
    expect([open?.source.label, open?.source.find(open.query).map(({ id }) => id)]).toEqual([label, found]);
  }
  expect(at('gr')).toBeNull();
});

test.each([
  ['@gr please', '@grace ', '@grace please'],
  ['@gr, please', '@grace ', '@grace , please'],
  ['/tr the text', 'Translate:', 'Translate: the text'],
  ['/tr the text', '', ' the text'],
])('in “%s”, “%s” replaces what was typed: no space is doubled, and none is lost', (before, text, after) => {
  const open = at(before, 3);
  expect(open && before.slice(0, open.from) + text + before.slice(endReplacedBy({ text }, open))).toBe(after);
});

test('the chosen one stays until something else is typed', () => {
  const first = at('/c');
  const second = first && { ...first, active: 1 };
  expect(at('/c', 2, second)?.active).toBe(1);
  expect(at('/cl', 3, second)?.active).toBe(0);
});
