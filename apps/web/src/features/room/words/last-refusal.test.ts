import { expect, test } from 'vitest';
import { segmentOf, turnRow } from '../testing/turns.ts';
import { lastRefusal } from './last-refusal.ts';

const hour = segmentOf('ben', { started: null, because: 'declined', declined: 'hour', until: 60_000 });
const refused = turnRow({ state: 'stopped', segments: [hour] });
const last = (...rows: (typeof refused)[]) => lastRefusal(rows, 'ada', 'ben', 500, 2_000);

test('before sending, who asks reads what a lender’s browser last told them, and not what it told others [TORCH-15]', () => {
  expect(last(refused)).toEqual(hour);
  expect(last({ ...refused, by_id: 'eve' })).toBeNull();
  expect(lastRefusal([refused], 'ada', 'cleo', 500, 2_000)).toBeNull();
});

test('who asks next reads that a lender’s key was refused to somebody else, until it has answered [TORCH-15]', () => {
  const byEve = (because: 'key' | 'credit' | 'limit' | 'model' | 'provider' | 'ended', until?: number) => ({
    ...turnRow({
      state: because === 'ended' ? 'done' : 'stopped',
      segments: [segmentOf('ben', { because, ...(until !== undefined && { until }) })],
    }),
    by_id: 'eve',
  });
  for (const because of ['key', 'credit', 'model'] as const)
    expect(last(byEve(because))).toMatchObject({ because });
  // Who did not ask is told the end of a short limit alone; one without an end might be over.
  expect(last(byEve('limit', 60_000))).toMatchObject({ because: 'limit' });
  expect(last(byEve('limit'))).toBeNull();
  expect(last(byEve('key'), byEve('ended'))).toBeNull();
  expect(last(byEve('provider'))).toBeNull();
  // How many questions an hour the reader may ask is not told by an answer to somebody else.
  expect(last(refused, byEve('ended'))).toEqual(hour);
});

test('nothing is read of it once the lender has answered, or lent anew, or where it was about one question [TORCH-15]', () => {
  expect(last(refused, turnRow({ state: 'done', segments: [segmentOf('ben')] }))).toBeNull();
  expect(lastRefusal([refused], 'ada', 'ben', 1_001, 2_000)).toBeNull();
  const day = segmentOf('ben', { started: null, because: 'declined', declined: 'used-up' });
  const usedUp = turnRow({ state: 'stopped', segments: [day] });
  expect(last(usedUp)).toEqual(day);
  expect(lastRefusal([usedUp], 'ada', 'ben', 500, 24 * 3_600_000)).toBeNull();
  const long = segmentOf('ben', { started: null, because: 'declined', declined: 'too-long' });
  expect(last(turnRow({ state: 'waiting', segments: [long] }))).toBeNull();
});
