import { defaultLend } from '@polylogue/sync/turns';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { live } from '../../../lib/state/live.ts';
import type { Room } from '../engine/room.ts';
import { segmentOf, turnRow } from '../testing/turns.ts';
import { TooLittleLeft } from './too-little-left.tsx';

const lend = {
  ...defaultLend,
  to: 'members' as const,
  models: [{ provider: 'openai', model: 'gpt', price: null }],
};
const declined = segmentOf('me', { because: 'declined', declined: 'hour', started: null });

/** What a lender sees below a question of 2,000 letters, of tokens that are used today. */
function seen(tokens: number, segments: ReturnType<typeof segmentOf>[] = []): string {
  const question = { ...turnRow({}, { body: 'x'.repeat(2_000) }), message_id: 'question', turn: null };
  const room = live<Room, Room>({ rows: [question, turnRow({ segments })] } as unknown as Room, (now) => now);
  const turn = { turn_id: 'turn', asked_by: 'ada', wants: null, is_automatic: false };
  return renderToStaticMarkup(
    <TooLittleLeft {...{ room, me: 'me', turn, lend }} spent={{ usd: 0, tokens }} onChange={() => {}} />,
  );
}

test('a lender whose limit does not pay for a question that waits reads so below it, and changes it there [TORCH-15]', () => {
  expect(seen(0)).toBe('');
  expect(seen(196_650)).toBe('');
  expect(seen(196_651)).toContain('does not pay for this question');
  expect(seen(196_651)).toContain('Change…');
});

test('where the row itself says why their browser did not take it, the way to change that stands alone [TORCH-15]', () => {
  expect(seen(0, [declined])).toContain('Change…');
  expect(seen(0, [declined])).not.toContain('does not pay');
});
