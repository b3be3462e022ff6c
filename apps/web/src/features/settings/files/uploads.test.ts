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
/** So many have been read, and are being sent. */
const sent = (count: number) => vi.waitFor(() => expect(calls).toHaveLength(count));

beforeEach(() => {
  calls = [];
  arrived.mockReset();
  uploads = openUploads({
    send: (file, how) =>
      new Promise<void>((arrive, fail) => {
        calls.push({ file, ...how, arrive, fail });
        how.signal.addEventListener('abort', () => fail(how.signal.reason));
      }),
    why: (error) => (error as Error).message,
    isRetryable: () => true,
    onUploaded: arrived,
  });
});

test('two files are uploaded at a time, the third once one of them is done', async () => {
  uploads.add(named('a', 'b', 'c'));
  expect(states()).toEqual(['a sending', 'b sending', 'c waiting']);
  await sent(2);
  calls[0]?.arrive();
  await settled();
  expect(states()).toEqual(['b sending', 'c sending']);
  expect(arrived).toHaveBeenCalledOnce();
});

test('each upload reports its progress', async () => {
  uploads.add(named('a'));
  await sent(1);
  calls[0]?.onProgress(0.4);
  expect(uploads.read()[0]?.state).toEqual({ type: 'sending', share: 0.4 });
});

test('a failed upload says why, does not hold up the others, and can be retried', async () => {
  uploads.add(named('a', 'b', 'c'));
  await sent(2);
  calls[0]?.fail(new Error('Too large.'));
  await settled();
  expect(uploads.read()[0]?.state).toEqual({
    type: 'failed',
    why: 'Failed to upload a. Too large.',
    isRetryable: true,
  });
  expect(states()).toEqual(['a failed', 'b sending', 'c sending']);
  uploads.retry(1);
  expect(states()).toEqual(['a waiting', 'b sending', 'c sending']);
  await sent(3);
  calls[1]?.arrive();
  await settled();
  expect(states()).toEqual(['a sending', 'c sending']);
});

test('a cancelled upload is removed, and the next one starts', async () => {
  uploads.add(named('a', 'b', 'c'));
  await sent(2);
  uploads.discard(1);
  await settled();
  expect(calls[0]?.signal.aborted).toBe(true);
  expect(states()).toEqual(['b sending', 'c sending']);
  expect(arrived).not.toHaveBeenCalled();
});

test('a text is uploaded as UTF-8, and what it was taken for is told [ATT-12]', async () => {
  uploads.add([new File([Buffer.from('Grüße an alle', 'latin1')], 'old.csv')]);
  await sent(1);
  expect([calls[0]?.file.name, await calls[0]?.file.text()]).toEqual(['old.csv', 'Grüße an alle']);
  calls[0]?.arrive();
  await vi.waitFor(() =>
    expect(arrived).toHaveBeenCalledWith(expect.objectContaining({ name: 'old.csv' }), 'Windows-1252'),
  );
});

test('a text whose encoding cannot be told is uploaded once its person has said it [ATT-12]', async () => {
  uploads.add([new File([new Uint8Array([0x47, 0x64, 0x61, 0xf1, 0x73, 0x6b])], 'town.txt')]);
  const question = () => uploads.read()[0]?.question;
  await vi.waitFor(() => expect(question()).toBeTruthy());
  question()?.choose(null);
  await vi.waitFor(() =>
    expect(uploads.read()[0]?.state).toMatchObject({
      why: 'Failed to upload town.txt. Not sent: choose its encoding.',
      isRetryable: true,
    }),
  );
  uploads.retry(1);
  await vi.waitFor(() => expect(question()).toBeTruthy());
  question()?.choose(question()?.candidates.find(({ encoding }) => encoding === 'windows-1250') ?? null);
  await sent(1);
  expect(await calls[0]?.file.text()).toBe('Gdańsk');
  calls[0]?.arrive();
  await vi.waitFor(() => expect(arrived).toHaveBeenCalledWith(expect.anything(), undefined));
});

test('a file that was moved since it was chosen says so, and cannot be tried again', async () => {
  const slice = () => ({ arrayBuffer: () => Promise.reject(new DOMException('Gone', 'NotFoundError')) });
  uploads.add(named('a').map((file) => Object.assign(file, { slice })));
  await vi.waitFor(() =>
    expect(uploads.read()[0]?.state).toEqual({
      type: 'failed',
      why: 'Failed to upload a. It has been moved or changed since you chose it. Choose it again.',
      isRetryable: false,
    }),
  );
  expect(calls).toEqual([]);
});
