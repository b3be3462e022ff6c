import fc from 'fast-check';
import { expect, test } from 'vitest';
import { question, reply } from '../../testing/sample-messages.ts';
import type { ListedMessage } from '../../view/message.ts';
import { openListWindow, type Part } from './list-window.ts';

const screen = { width: 1_000, height: 800 };
const gap = 20;

function messages(count: number, from = 0): ListedMessage[] {
  return Array.from({ length: count }, (_, index) => {
    const write = index % 2 === 0 ? question : reply;
    return write(`m${from + index}`, `Message ${index}`);
  });
}

function start(count: number, estimate: (message: ListedMessage) => number = () => 100) {
  const frames: (() => void)[] = [];
  const window = openListWindow({
    gap,
    size: () => screen,
    estimate,
    nextFrame(run) {
      frames.push(run);
      return () => void frames.splice(frames.indexOf(run), 1);
    },
  });
  window.follow(messages(count));
  const rowsOf = (parts: readonly Part[]) =>
    parts.flatMap((part) => (part.type === 'row' ? [part.index] : []));
  return {
    window,
    mounted: () => rowsOf(window.read().parts),
    /** Runs frames until nothing is left to do; returns how many. */
    settle() {
      let count = 0;
      for (let run = frames.shift(); run && count < 1_000; run = frames.shift()) {
        count++;
        run();
      }
      return count;
    },
    height: () =>
      window
        .read()
        .parts.reduce(
          (sum, part) =>
            sum + gap + (part.type === 'spacer' ? part.height : window.heights.heightOf(part.index)),
          -gap,
        ),
  };
}

test('a conversation opens at its end with little more than a screen of it, however many messages it has [LONG-03 OPEN-05]', () => {
  const { mounted, settle } = start(5_000);
  expect(mounted().at(-1)).toBe(4_999);
  expect(mounted().length).toBeLessThan(12);
  const short = start(200);
  expect(mounted().length).toBe(short.mounted().length);
  settle();
  short.settle();
  expect(mounted().length).toBe(short.mounted().length);
});

test('a short conversation is rendered in full', () => {
  expect(start(32).mounted().length).toBe(32);
});

test('wherever the reader goes, what is visible is rendered at once, and never much more [LONG-03]', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 20, max: 1_500 }), { minLength: 40, maxLength: 200 }),
      fc.array(fc.tuple(fc.nat(300_000), fc.boolean()), { maxLength: 20 }),
      (heights, places) => {
        const { window, mounted, settle, height } = start(
          heights.length,
          ({ id }) => heights[Number(id.slice(1))] ?? 0,
        );
        for (const [place, isStill] of places) {
          const top = place % Math.max(1, window.heights.total - screen.height);
          window.scrolled({ top, height: screen.height });
          if (isStill) settle();
          const rows = mounted();
          const first = window.heights.indexAt(top);
          const last = window.heights.indexAt(top + screen.height);
          for (let index = first; index <= last; index++) expect(rows).toContain(index);
          const taken = rows.reduce((sum, index) => sum + window.heights.heightOf(index) + gap, 0);
          expect(taken).toBeLessThan(4.5 * screen.height + 2 * 1_500);
          expect(height()).toBeCloseTo(window.heights.total, 6);
        }
      },
    ),
  );
});

test('the list keeps its height, whichever part of it is rendered', () => {
  const { window, height, settle } = start(3_000);
  const before = height();
  for (const top of [200_000, 100_000, 100_300, 0]) {
    window.scrolled({ top, height: 800 });
    expect(height()).toBe(before);
    settle();
    expect(height()).toBe(before);
  }
});

test('rows above the screen that turn out higher report how far the reader must be moved [LONG-04]', () => {
  const { window, settle } = start(1_000);
  window.scrolled({ top: 60_000, height: 800 });
  settle();
  const above = window.heights.indexAt(60_000) - 2;
  const within = above + 4;
  expect(
    window.measured([
      { id: `m${above}`, height: 170 },
      { id: `m${within}`, height: 300 },
    ]),
  ).toBe(70);
  expect(window.heights.heightOf(within)).toBe(300);
});

test('heights are remembered while a message is off the page, and estimated again when the window is turned [LONG-05]', () => {
  const { window, settle } = start(1_000);
  settle();
  window.measured([
    { id: 'm998', height: 333 },
    { id: 'm10', height: 50 },
  ]);
  window.scrolled({ top: 0, height: 800 });
  settle();
  expect(window.heights.heightOf(998)).toBe(333);
  window.resized();
  expect(window.heights.heightOf(998)).toBe(100);
  // Rows on the page report their own height.
  expect(window.heights.heightOf(10)).toBe(50);
});

test('a held message stays, alone between the spaces of the others [LONG-10]', () => {
  const { window, mounted, settle, height } = start(1_000);
  window.hold(['m990']);
  window.scrolled({ top: 10_000, height: 800 });
  settle();
  expect(mounted()).toContain(990);
  expect(mounted()).not.toContain(989);
  expect(height()).toBe(window.heights.total);
  window.hold([]);
  expect(mounted()).not.toContain(990);
});

test('a new message is rendered if the end is, and stays off the page otherwise', () => {
  const { window, mounted, settle } = start(1_000);
  window.follow([...window.read().messages, ...messages(1, 5_000)]);
  expect(mounted().at(-1)).toBe(1_000);
  window.scrolled({ top: 0, height: 800 });
  settle();
  window.follow([...window.read().messages, ...messages(1, 6_000)]);
  expect(mounted().at(-1)).toBeLessThan(30);
});

test('only a newly arrived reply fades in, and only once [LIST-26]', () => {
  const { window, settle } = start(1_000);
  expect(window.read().fresh).toBe(null);
  const [, reply] = messages(2, 5_000);
  window.follow([...window.read().messages, ...(reply ? [reply] : [])]);
  expect(window.read().fresh).toBe('m5001');
  window.scrolled({ top: 0, height: 800 });
  settle();
  window.scrolled({ top: window.heights.total - 800, height: 800 });
  expect(window.read().fresh).toBe(null);
});

test('another conversation that replaces it opens at its own end', () => {
  const { window, mounted } = start(1_000);
  window.scrolled({ top: 0, height: 800 });
  window.follow(messages(2_000, 10_000));
  expect(mounted().at(-1)).toBe(1_999);
  expect(window.read().opened).toBe(2);
});

test('while a reply grows nothing is removed, so that a frame costs no more than its own words', () => {
  const { window, mounted } = start(1_000);
  const growing = messages(2, 5_000).flatMap((message) =>
    message.role === 'assistant' ? [{ ...message, isGrowing: true }] : [],
  );
  window.follow([...window.read().messages, ...growing]);
  const before = mounted();
  window.measured([{ id: 'm5001', height: 9_000 }]);
  window.scrolled({ top: window.heights.total - 800, height: 800 });
  expect(mounted()).toEqual(before);
});

test('a reply after 5,000 messages needs no height but its own, and moves no other row [LONG-12]', () => {
  const estimated: string[] = [];
  const { window } = start(5_000, ({ id }) => {
    estimated.push(id);
    return 100;
  });
  expect(estimated.length).toBe(5_000);
  window.measured([{ id: 'm7', height: 250 }]);
  estimated.length = 0;
  const before = window.read().messages;
  const [question, reply] = messages(2, 5_000);
  if (!question || reply?.role !== 'assistant') throw new Error('No message was made.');
  const growing = { ...reply, isGrowing: true };
  for (const now of [[question], [question, growing], [question, reply]]) window.follow([...before, ...now]);
  expect(new Set(estimated)).toEqual(new Set(['m5000', 'm5001']));
  expect(estimated.length).toBeLessThan(5);
  expect(window.heights.count).toBe(5_002);
  expect(window.heights.topOf(5_002)).toBe(5_002 * (100 + gap) + 150);
});

test('older messages are added in front, and the reader stays where they are', () => {
  const { window, mounted, settle } = start(0);
  const here = messages(60, 1_000);
  window.follow(here);
  settle();
  window.scrolled({ top: 3_000, height: screen.height });
  settle();
  const opened = window.read().opened;
  const rows = mounted();
  window.follow([...messages(500), ...here]);
  expect(window.read().opened).toBe(opened);
  expect(mounted()).toEqual(rows.map((index) => index + 500));
  expect(window.read().anchor).toEqual({ id: 'm1025', below: 0 });
  // At its end it is followed as usual.
  const end = start(0);
  end.window.follow(here);
  end.window.follow([...messages(500), ...here]);
  expect(end.window.read().anchor).toBeNull();
  expect(end.mounted().at(-1)).toBe(559);
});

test('a late message above the screen moves nothing the reader sees, and does not count as another conversation [LONG-04]', () => {
  const { window, mounted, settle } = start(1_000);
  window.scrolled({ top: 60_000, height: screen.height });
  settle();
  const rows = mounted();
  const before = window.read().messages;
  const [late] = messages(1, 9_000);
  if (!late) throw new Error('No message was made.');
  window.follow([...before.slice(0, 20), late, ...before.slice(20)]);
  expect(window.read().opened).toBe(1);
  expect(window.read().anchor).toEqual({ id: 'm500', below: 0 });
  expect(mounted()).toEqual(rows.map((index) => index + 1));
  // The very first one may be removed, too.
  window.follow(window.read().messages.slice(1));
  expect(window.read().opened).toBe(1);
  expect(mounted()).toEqual(rows);
});

test('a late message on the screen is rendered at once', () => {
  const { window, mounted, settle } = start(1_000);
  window.scrolled({ top: 60_000, height: screen.height });
  settle();
  const before = window.read().messages;
  const [late] = messages(1, 9_000);
  if (!late) throw new Error('No message was made.');
  window.follow([...before.slice(0, 503), late, ...before.slice(503)]);
  expect(window.read().messages[503]).toBe(late);
  expect(mounted()).toContain(503);
  expect(window.read().anchor).toBe(null);
});

test('while a reply in the middle grows nothing is removed, and what is added below it is rendered', () => {
  const { window, mounted } = start(1_000);
  const growing = messages(2, 5_000).flatMap((message) =>
    message.role === 'assistant' ? [{ ...message, isGrowing: true }] : [],
  );
  window.follow([...window.read().messages, ...growing, ...messages(1, 6_000)]);
  const before = mounted();
  expect(before.at(-1)).toBe(1_001);
  window.measured([{ id: 'm5001', height: 9_000 }]);
  window.scrolled({ top: window.heights.total - 800, height: 800 });
  expect(mounted()).toEqual(before);
  window.follow([...window.read().messages, ...messages(1, 7_000)]);
  expect(mounted()).toEqual([...before, 1_002]);
});

test('a change in the middle of 5,000 messages needs the height of that one alone [LONG-12]', () => {
  const estimated: string[] = [];
  const { window } = start(5_000, ({ id }) => {
    estimated.push(id);
    return 100;
  });
  estimated.length = 0;
  const before = window.read().messages;
  const edited = question('m2000', 'Said otherwise');
  const [late] = messages(1, 9_000);
  if (!late) throw new Error('No message was made.');
  window.follow(before.with(2_000, edited));
  window.follow([...window.read().messages.slice(0, 3_000), late, ...before.slice(3_000)]);
  expect(estimated).toEqual(['m2000', 'm9000']);
});

test('whatever is added, removed and changed, the list ends up as if it had been opened that way', () => {
  const step = fc.record({
    at: fc.nat(1_000),
    gone: fc.nat(3),
    come: fc.nat(45),
    isChanged: fc.boolean(),
    top: fc.option(fc.nat(100_000)),
  });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 120 }), fc.array(step, { maxLength: 12 }), (count, steps) => {
      const heightOf = ({ id }: ListedMessage) => 40 + ((Number(id.slice(1)) * 37) % 300);
      const { window, mounted, height, settle } = start(count, heightOf);
      let next = 20_000;
      for (const { at, gone, come, isChanged, top } of steps) {
        if (top !== null)
          window.scrolled({ top: top % Math.max(1, window.heights.total - 800), height: 800 });
        const now = [...window.read().messages];
        const place = at % (now.length + 1);
        now.splice(place, gone, ...messages(come, next));
        next += come;
        const [last] = now.slice(-1);
        if (isChanged && last) now[now.length - 1] = { ...last };
        if (now.length === 0) continue;
        window.follow(now);
        if (top === null) settle();
        const rows = mounted();
        expect(new Set(rows).size).toBe(rows.length);
        expect(rows.every((index) => index < now.length)).toBe(true);
        expect(rows.length).toBeGreaterThan(0);
        expect(window.heights.count).toBe(now.length);
        const total = now.reduce((sum, message) => sum + heightOf(message) + gap, -gap);
        expect(window.heights.total).toBe(total);
        expect(height()).toBe(total);
        if (now.length > 32 && top === null) {
          const taken = rows.reduce((sum, index) => sum + window.heights.heightOf(index) + gap, 0);
          expect(taken).toBeLessThan(4.5 * screen.height + 2 * 340);
        }
      }
    }),
  );
});

test('another member’s message fades in like a reply; the reader’s own does not', () => {
  const { window } = start(2);
  const by = { id: 'u2', name: 'Ada', picture: null };
  window.follow([...window.read().messages, { ...question('m8', 'Hello'), by }]);
  expect(window.read().fresh).toBe('m8');
  window.follow([...window.read().messages, question('m9', 'Hello yourself')]);
  expect(window.read().fresh).toBe('m8');
});
