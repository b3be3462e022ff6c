import type { PostRow, Turn } from '@polylogue/contract';
import { expect, test } from 'vitest';
import { segmentOf, turnRow } from '../testing/turns.ts';
import { wasSent } from './was-sent.ts';

const post = (number: number, reply_to: string | null = null): PostRow => ({
  ...turnRow({}, { number }),
  ...{ message_id: `m${number}`, kind: 'post', turn: null, reply_to },
});
const started = { provider: 'openai', model: 'gpt-5.5', host: 'api.openai.com', used: ['m1', 'm3'] };
const turn = (segments: Turn['segments']) =>
  turnRow({ state: 'running', reads_until: 3, segments }, { number: 4 });
const answered = turn([segmentOf('ben', { started })]);

test.each([
  ['it is among what an answer was given', post(1), [answered], true],
  ['the answer did without it', post(2), [answered], false],
  ['it is quoted in what an answer was given', post(2), [post(3, 'm2'), answered], true],
  ['the AI was not asked', post(1), [post(3)], false],
  [
    'a browser is about to send it',
    post(2),
    [turn([segmentOf('ben', { started: null, because: null })])],
    true,
  ],
  [
    'it came after the question',
    post(5),
    [turn([segmentOf('ben', { started: null, because: null })])],
    false,
  ],
  [
    'the browser that took the question sent nothing',
    post(2),
    [turn([segmentOf('ben', { started: null })])],
    false,
  ],
])('whether the AI was sent a post: %s', (_, row, others, expected) => {
  expect(wasSent([row, ...others], row)).toBe(expected);
});
