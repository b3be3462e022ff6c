import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { SentFrame } from '../../../api/live-frames.ts';
import { turnSender } from './turn-sender.ts';

/** Pieces of answers that a server accepts: so many at once, and so many a second. */
const accepted = { burst: 80, rate: 40 };
const started = { provider: 'openai', model: 'gpt', host: 'api.example', used: [] };
const spent = { input: 1, output: 1, usd: 0, is_estimate: false };

/** A browser that answers so many turns over one socket, and a clock that the test moves. */
function browser(turns: number) {
  const frames: (SentFrame & { at: number })[] = [];
  const timers: { at: number; work: () => void }[] = [];
  let time = 0;
  const needs = {
    send: (frame: SentFrame) => frames.push({ ...frame, at: time }) > 0,
    now: () => time,
    after(ms: number, work: () => void) {
      const timer = { at: time + ms, work };
      timers.push(timer);
      return () => {
        if (timers.includes(timer)) timers.splice(timers.indexOf(timer), 1);
      };
    },
    turns: () => turns,
  };
  const senders = Array.from({ length: turns }, (_, at) =>
    turnSender(needs, { feed: 'space', turn_id: `t${at}`, epoch: 1 }, '', started),
  );
  return {
    senders,
    frames,
    pass(ms: number) {
      for (const end = time + ms; ; ) {
        const [next] = timers.filter(({ at }) => at <= end).sort((one, other) => one.at - other.at);
        if (!next) {
          time = end;
          return;
        }
        time = Math.max(time, next.at);
        timers.splice(timers.indexOf(next), 1);
        next.work();
      }
    },
    /** The text of a turn as the server has it, and its end. */
    received(turn: number) {
      const pieces = frames.flatMap((frame) =>
        frame.type === 'append' && frame.turn_id === `t${turn}` ? [frame] : [],
      );
      return {
        text: pieces.reduce((text, piece) => text.slice(0, piece.offset) + piece.text, ''),
        ended: pieces.at(-1)?.ended?.length,
      };
    },
  };
}

/** The fewest frames that a server would still have accepted. */
function leastLeft(frames: readonly { at: number }[]): number {
  let left: number = accepted.burst;
  let least = left;
  let before = 0;
  for (const { at } of frames) {
    left = Math.min(accepted.burst, left + ((at - before) / 1_000) * accepted.rate) - 1;
    before = at;
    least = Math.min(least, left);
  }
  return least;
}

test.each([1, 2, 3, 5])(
  '%i turns at once never send more than a server accepts, and lose nothing',
  (turns) => {
    const steps = fc.array(
      fc.oneof(
        { weight: 8, arbitrary: fc.record({ add: fc.integer({ min: 1, max: 40 }) }) },
        { weight: 1, arbitrary: fc.record({ add: fc.constant(100_000) }) },
        { weight: 2, arbitrary: fc.record({ ack: fc.nat(200_000) }) },
      ),
      { maxLength: 120 },
    );
    fc.assert(
      fc.property(steps, fc.integer({ min: 1, max: 30 }), (all, ms) => {
        const { senders, frames, pass, received } = browser(turns);
        for (const sender of senders) sender.begin();
        for (const step of all) {
          for (const [turn, sender] of senders.entries()) {
            if ('add' in step) sender.add('x'.repeat(step.add));
            else sender.acknowledged(Math.min(step.ack, received(turn).text.length));
          }
          pass(ms);
        }
        for (const sender of senders) sender.end(spent);
        pass(600_000);
        expect(leastLeft(frames)).toBeGreaterThanOrEqual(0);
        for (const [turn, sender] of senders.entries()) {
          const { length } = sender.text();
          expect(received(turn)).toEqual({ text: 'x'.repeat(length), ended: length });
        }
      }),
      { numRuns: 60 },
    );
  },
);

test('the longest answer is sent again without exceeding what a server accepts', () => {
  const { senders, frames, pass, received } = browser(1);
  const [sender] = senders;
  sender?.add('x'.repeat(400_000));
  sender?.end(spent);
  pass(10_000);
  for (let ack = 0; ack < 20; ack++) sender?.acknowledged(0);
  pass(10_000);
  expect(leastLeft(frames)).toBeGreaterThanOrEqual(0);
  expect(received(0)).toEqual({ text: 'x'.repeat(400_000), ended: 400_000 });
});
