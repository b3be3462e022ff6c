import type { ChunkedList } from '@polylogue/markdown';
import { expect, test, vi } from 'vitest';
import { highlightingOf } from './highlighting.ts';
import type { BlockRemoved, ColouredLines, LinesToColour } from './line-colourer.ts';

const worker = vi.hoisted(() => {
  const asked: (LinesToColour | BlockRemoved)[] = [];
  const listeners: ((event: { data: ColouredLines }) => void)[] = [];
  class FakeWorker {
    postMessage = (message: LinesToColour | BlockRemoved) => void asked.push(message);
    addEventListener = (type: string, listener: (event: { data: ColouredLines }) => void) =>
      void (type === 'message' && listeners.push(listener));
    terminate() {}
  }
  vi.stubGlobal('Worker', FakeWorker);
  vi.stubGlobal('IntersectionObserver', class {});
  vi.stubGlobal('location', { href: 'http://localhost/', origin: 'http://localhost' });
  return { asked, listeners };
});

const code = (...lines: string[]): ChunkedList<string> => ({
  length: lines.length,
  groups: [[lines.map((line, at) => (at === 0 ? line : `\n${line}`))]],
});

/** The worker answers what it has been asked: each line has one colour. */
function answer(message: LinesToColour | BlockRemoved | undefined, colour: number) {
  if (message === undefined || 'isRemoved' in message) throw new Error('No lines were sent.');
  const lines = message.lines.map((line) => [line.length, colour]);
  for (const listener of worker.listeners) listener({ data: { block: message.block, lines, remaining: 0 } });
}

test('code that is edited is coloured anew, and keeps the colours it has until then', () => {
  const highlighting = highlightingOf('javascript');
  highlighting.settle(code('let a', 'let b'), 2);
  const [first] = worker.asked;
  answer(first, 1);
  highlighting.settle(code('let a', 'let between', 'let b'), 3);
  const [, removed, second] = worker.asked;
  expect(removed).toMatchObject({ isRemoved: true, block: first?.block });
  expect(second).toMatchObject({ lines: ['let a', 'let between', 'let b'] });
  // Too late: these are lines of the old text.
  answer(first, 1);
  expect(highlighting.read(0)).toEqual([
    [5, 1],
    [5, 1],
  ]);
  answer(second, 2);
  expect(highlighting.read(0)).toEqual([
    [5, 2],
    [11, 2],
    [5, 2],
  ]);
  highlighting.stop();
});

test('a line that was cut off and then continued is coloured as a whole, and complete lines are sent once', () => {
  worker.asked.length = 0;
  const highlighting = highlightingOf('javascript');
  const grown = code('one', 'two', 'thr');
  highlighting.settle(grown, 2);
  highlighting.settle(grown, 3);
  highlighting.settle(grown, 2);
  highlighting.settle(code('one', 'two', 'three'), 2);
  highlighting.settle(code('one', 'two', 'three', 'four'), 3);
  expect(worker.asked.flatMap((one) => ('lines' in one ? [one.lines] : []))).toEqual([
    ['one', 'two'],
    ['thr'],
    ['one', 'two'],
    ['three'],
  ]);
  highlighting.stop();
});
