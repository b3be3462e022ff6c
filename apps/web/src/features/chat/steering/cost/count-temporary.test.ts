import * as known from '@polylogue/providers/counting';
import { expect, test } from 'vitest';
import type { AnswerEvent } from '../../../keys/index.ts';
import { openThread } from '../../../thread/index.ts';
import { countTemporary } from './count-temporary.ts';

const model = { provider: 'openai', model: 'gpt-6-luna', endpoint: 'https://api.openai.com/v1' } as const;
const settled = () => new Promise((resolve) => setImmediate(resolve));

function open(isTemporary: boolean) {
  const usage: AnswerEvent = { type: 'usage', usage: { input: 1_000, output: 1_000 } };
  const thread = openThread({
    async *answer() {
      yield { type: 'text', text: 'Yes.' };
      yield usage;
      yield { type: 'ended', because: 'done', raw: null };
    },
    modelFor: () => model,
    clock: { now: () => Date.parse('2026-11-21'), after: () => () => {} },
  });
  const counted: [string, number][] = [];
  const needs = {
    catalogue: async () => known,
    count: (...one: [string, number]) => void counted.push(one),
  };
  const watch = () => countTemporary({ id: 'chat', thread, temporary: { read: () => isTemporary } }, needs);
  return { thread, counted, watch };
}

test('what a temporary conversation has cost is counted after each answer, and once it is on the page again', async () => {
  const { thread, counted, watch } = open(true);
  const leave = watch();
  await settled();
  expect(counted).toEqual([]);
  thread.send('One?');
  await settled();
  expect(counted).toEqual([['chat', 600]]);
  leave();
  thread.send('Two?');
  await settled();
  expect(counted).toHaveLength(1);
  watch();
  await settled();
  expect(counted.at(-1)).toEqual(['chat', 1_200]);
});

test('one that is stored has records of that', async () => {
  const { thread, counted, watch } = open(false);
  watch();
  thread.send('One?');
  await settled();
  expect(counted).toEqual([]);
});
