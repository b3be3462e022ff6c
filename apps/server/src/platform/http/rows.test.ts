import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { answerPieces, rowReader } from './rows.ts';

const Row = z.object({ id: z.int(), body: z.string().nullable(), note: z.string().optional() });
const Answer = z.object({ rows: z.array(Row), more: z.boolean(), next: z.string().optional() });

const written = async (shape: z.ZodType, answer: unknown) =>
  JSON.parse((await answerPieces(shape, answer)).join(''));

test('an answer is written as its shape says, whatever it consists of', async () => {
  const answer = { rows: [{ id: 1, body: 'Hello', secret: true }], more: false, secret: true };
  expect(await written(Answer, answer)).toEqual({ rows: [{ id: 1, body: 'Hello' }], more: false });
  expect(await written(Answer, { rows: [], more: true, next: 'a' })).toEqual({
    rows: [],
    more: true,
    next: 'a',
  });
  expect(await written(z.array(Row), [{ id: 1, body: null }])).toEqual([{ id: 1, body: null }]);
  expect(await written(z.union([Row, Answer]), { id: 2, body: 'Hi' })).toEqual({ id: 2, body: 'Hi' });
  await expect(answerPieces(Answer, { rows: [{ id: 'x', body: '' }], more: true })).rejects.toThrow();
  await expect(answerPieces(Answer, { rows: [] })).rejects.toThrow();
});

test('a text of megabytes is written in pieces, none of which ends within a character', async () => {
  const body = `a${'🌍"\u0000'.repeat(500_000)}`;
  const pieces = await answerPieces(Answer, { rows: [{ id: 1, body }], more: false });
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(1_000_000);
  expect(JSON.parse(pieces.join('')).rows[0].body).toBe(body);
});

test('while thousands of rows are written, others get their turn', async () => {
  const turns = vi.fn();
  const timer = setInterval(turns, 1);
  await answerPieces(Answer, { rows: Array(50_000).fill({ id: 1, body: 'Hello' }), more: false });
  clearInterval(timer);
  expect(turns.mock.calls.length).toBeGreaterThan(1);
});

test('the rows of a body are read up to the first wrong one', async () => {
  const shape = z.strictObject({
    rows: z
      .array(Row.extend({ id: z.coerce.number() }))
      .max(3)
      .default([]),
  });
  const { around, read } = rowReader(shape);
  expect(around.safeParse({ rows: [1, 2, 3, 4] }).success).toBe(false);
  expect(around.safeParse({ rows: [], other: 1 }).success).toBe(false);
  expect(around.parse({})).toEqual({ rows: [] });
  const body = { rows: [{ id: '1', body: '' }] as unknown[] };
  await read(body);
  expect(body).toEqual({ rows: [{ id: 1, body: '' }] });
  await expect(read({ rows: [{ id: 1 }, { id: 1 }] })).rejects.toMatchObject({ statusCode: 400 });
});
