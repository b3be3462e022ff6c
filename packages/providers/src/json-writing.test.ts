import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonBytes, lazyList } from './json-writing.ts';

const { signal } = new AbortController();
const written = async (value: unknown) => new TextDecoder().decode(await jsonBytes(value, signal));

test('everything that can be sent is written as JSON.stringify writes it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue(), async (value) => {
      expect(await written(value)).toBe(JSON.stringify(value));
    }),
  );
});

test('a text of megabytes is read back intact, whatever stands where it was split', async () => {
  for (const text of ['👋'.repeat(100_000), `x${'👋'.repeat(100_000)}`, '"\\\n'.repeat(100_000)])
    expect(JSON.parse(await written([text]))).toEqual([text]);
});

test('half a surrogate pair, which providers refuse, is written as the sign for what cannot be read', async () => {
  for (const long of ['', 'x'.repeat(100_000)])
    expect(JSON.parse(await written({ text: `half \ud83d here${long}` }))).toEqual({
      text: `half \ufffd here${long}`,
    });
});

test('a lazy list is complete each time it is written', async () => {
  const list = lazyList([1, 2, 3], (entry) => ({ entry }));
  expect(await written({ list, empty: lazyList([], String) })).toBe(
    '{"list":[{"entry":1},{"entry":2},{"entry":3}],"empty":[]}',
  );
  expect(await written(list)).toBe('[{"entry":1},{"entry":2},{"entry":3}]');
});

test('20,000 messages do not block the page', async () => {
  const content = 'Words, and more words. '.repeat(40);
  const messages = Array.from({ length: 20_000 }, () => ({ role: 'user', content }));
  let turns = 0;
  let isOver = false;
  const turn = () => {
    turns++;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  await jsonBytes({ messages }, signal);
  isOver = true;
  expect(turns).toBeGreaterThan(100);
});

test('an aborted request is not written any further', async () => {
  const control = new AbortController();
  let made = 0;
  const list = lazyList(Array.from({ length: 1_000 }), () => {
    made++;
    control.abort();
    return 'x'.repeat(1_000);
  });
  await expect(jsonBytes(list, control.signal)).rejects.toThrow();
  expect(made).toBeLessThan(100);
});
