import { newId } from '@polylogue/sync';
import { expect, test } from 'vitest';
import { readFrame } from './frames.ts';

const bytes = (frame: object) => Buffer.from(JSON.stringify(frame));

test('a torch with ten models for fifty people is accepted, one of several kilobytes is not', () => {
  const presence = (model: string) =>
    bytes({
      type: 'presence',
      feed: newId(),
      is_visible: true,
      torch: {
        lend: {
          models: Array(10).fill({ provider: 'openai', model, price: { input: 1.25, output: 10.5 } }),
          per_turn: { usd: 0.1, tokens: 10_000 },
          per_day: { usd: 1, tokens: 100_000 },
          longest: 4_096,
          to: 'named',
          named: Array(50).fill(newId()),
          per_person_per_hour: 10,
          until: null,
        },
        lent_at: 1_700_000_000_000,
        spent_today: { usd: 0.25, tokens: 2_000 },
      },
    });
  expect(readFrame(presence('a-model-with-a-rather-long-name'))).toMatchObject({ type: 'presence' });
  expect(readFrame(presence('m'.repeat(200)))).toBeUndefined();
});
