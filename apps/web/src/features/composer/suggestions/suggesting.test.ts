import { expect, test } from 'vitest';
import { afterSuggesting, type SuggestionSource } from './suggesting.ts';

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

const moved = (text: string, caret: number | null = text.length) =>
  ({ type: 'caret-moved', text, caret, sources }) as const;

test('the source that what is typed is meant for makes the suggestions', () => {
  for (const [text, label, found] of [
    ['@gr', 'People', ['grace']],
    ['/c', 'Commands', ['catch-up', 'clear']],
  ] as const) {
    const open = afterSuggesting(null, moved(text));
    expect([open?.source.label, open?.source.find(open.typed.query).map(({ id }) => id)]).toEqual([
      label,
      found,
    ]);
  }
  expect(afterSuggesting(null, moved('gr'))).toBeNull();
  expect(afterSuggesting(null, moved('@gr', null))).toBeNull();
});

test('what was typed is replaced, with the space after it', () => {
  expect(afterSuggesting(null, moved('@gr please', 3))).toMatchObject({ typed: { from: 0 }, to: 4 });
  expect(afterSuggesting(null, moved('@gr, please', 3))).toMatchObject({ typed: { from: 0 }, to: 3 });
});

test('the chosen one stays until something else is typed', () => {
  const second = afterSuggesting(afterSuggesting(null, moved('/c')), { type: 'active-moved', to: 1 });
  expect(second?.active).toBe(1);
  expect(afterSuggesting(second, moved('/c'))?.active).toBe(1);
  expect(afterSuggesting(second, moved('/cl'))?.active).toBe(0);
  expect(afterSuggesting(second, { type: 'list-closed' })).toBeNull();
});
