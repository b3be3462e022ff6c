import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type ReplyText, replyText } from './reply-text.ts';

const frame = 1000 / 60;
let liveDocument: typeof import('./live-document.ts').liveDocument;
let budgetAfter: typeof import('./live-document.ts').budgetAfter;

beforeEach(async () => {
  vi.useFakeTimers();
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
  vi.stubGlobal('IntersectionObserver', class {});
  vi.stubGlobal('CSS', { supports: () => true });
  // All requested frames run at once, when the screen shows the next one.
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => {
    const now = performance.now();
    return setTimeout(run, Math.ceil((now + 0.01) / frame) * frame - now);
  });
  vi.stubGlobal('cancelAnimationFrame', clearTimeout);
  ({ liveDocument, budgetAfter } = await import('./live-document.ts'));
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Shows a text, and counts the updates. */
function shown(text: ReplyText) {
  const document = liveDocument(text);
  const paints: number[] = [];
  const stop = document.listen(() => paints.push(performance.now()));
  return { paints, stop };
}

async function stream(text: ReplyText, milliseconds: number, say: (at: number) => string = () => 'word ') {
  for (let at = 0; at < milliseconds; at += 5) {
    text.append(say(at));
    await vi.advanceTimersByTimeAsync(5);
  }
}

test('a growing reply is painted in every second frame', async () => {
  const text = replyText();
  const { paints } = shown(text);
  await stream(text, 1_000);
  expect(paints.length).toBeGreaterThan(25);
  expect(paints.length).toBeLessThan(35);
});

test('text after a pause is painted in the next frame, and so is the end', async () => {
  const text = replyText();
  const { paints } = shown(text);
  text.append('The first word');
  await vi.advanceTimersByTimeAsync(frame + 2);
  expect(paints).toHaveLength(1);
  text.append(' and the last.');
  text.end();
  await vi.advanceTimersByTimeAsync(frame + 2);
  expect(paints).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(paints).toHaveLength(2);
});

test('a flood is painted about twelve times a second, and its end at once', async () => {
  const text = replyText();
  const { paints } = shown(text);
  await stream(text, 1_000, () => 'word '.repeat(100));
  expect(paints.length).toBeLessThan(15);
  const before = paints.length;
  text.append('The end.');
  text.end();
  await vi.advanceTimersByTimeAsync(frame + 2);
  expect(paints.length).toBe(before + 1);
});

test('nothing is painted after listening has stopped', async () => {
  const text = replyText();
  const { paints, stop } = shown(text);
  text.append('word');
  stop();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(paints).toEqual([]);
});

test('a device that is quick reads more in a frame, at most three times as much; a slow one half of it', () => {
  expect(budgetAfter(10_000, 16, 8)).toBe(20_000);
  expect(budgetAfter(10_000, 16, 1)).toBe(30_000);
  expect(budgetAfter(10_000, 16, 64)).toBe(5_000);
  // whatever made the frame so long
  expect(budgetAfter(10_000, 101, 1)).toBe(5_000);
  expect([budgetAfter(60_000, 16, 1), budgetAfter(5_000, 200, 1)]).toEqual([65_536, 4_096]);
});
