import { beforeEach, expect, test, vi } from 'vitest';
import { openUploads, type Uploads } from './uploads.ts';

interface Call {
  file: File;
  signal: AbortSignal;
  onProgress(share: number): void;
  arrive(): void;
  fail(error: Error): void;
}

let calls: Call[];
let uploads: Uploads;
const arrived = vi.fn();

const named = (...names: string[]) => names.map((name) => new File(['x'], name));
const states = () => uploads.read().map(({ name, state }) => `${name} ${state.type}`);
const settled = () => new Promise((resolve) => setTimeout(resolve));

beforeEach(() => {
  calls = [];
  arrived.mockReset();
  uploads = openUploads({
    send: (file, how) =>
      new Promise<void>((arrive, fail) => {
        calls.push({ file, ...how, arrive, fail });
        how.signal.addEventListener('abort', () => fail(how.signal.reason));
      }),
    why: (error, { name }) => `${name}: ${(error as Error).message}`,
    isRetryable: () => true,
    onUploaded: arrived,
  });
});

test('two files are uploaded at a time, the third once one of them is done', async () => {
  uploads.add(named('a', 'b', 'c'));
  expect(states()).toEqual(['a sending', 'b sending', 'c waiting']);
  calls[0]?.arrive();
  await settled();
  expect(states()).toEqual(['b sending', 'c sending']);
  expect(arrived).toHaveBeenCalledOnce();
});

test('each upload reports its progress', () => {
  uploads.add(named('a'));
  calls[0]?.onProgress(0.4);
  expect(uploads.read()[0]?.state).toEqual({ type: 'sending', share: 0.4 });
});

test('a failed upload says why, does not hold up the others, and can be retried', async () => {
  uploads.add(named('a', 'b', 'c'));
  calls[0]?.fail(new Error('too large'));
  await settled();
  expect(uploads.read()[0]?.state).toEqual({ type: 'failed', why: 'a: too large', isRetryable: true });
  expect(states()).toEqual(['a failed', 'b sending', 'c sending']);
  uploads.retry(1);
  expect(states()).toEqual(['a waiting', 'b sending', 'c sending']);
  calls[1]?.arrive();
  await settled();
  expect(states()).toEqual(['a sending', 'c sending']);
});

test('a cancelled upload is removed, and the next one starts', async () => {
  uploads.add(named('a', 'b', 'c'));
  uploads.discard(1);
  await settled();
  expect(calls[0]?.signal.aborted).toBe(true);
  expect(states()).toEqual(['b sending', 'c sending']);
  expect(arrived).not.toHaveBeenCalled();
});
