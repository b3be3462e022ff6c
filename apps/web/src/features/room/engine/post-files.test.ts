import { spaceLimits } from '@polylogue/sync';
import { expect, test, vi } from 'vitest';
import { openPostFiles, type PostFile } from './post-files.ts';

function start() {
  const uploads: { file: File; name: string; end: (outcome: Error | null) => void; signal: AbortSignal }[] =
    [];
  const onTooMany = vi.fn();
  const files = openPostFiles({
    upload: (file, { signal }) =>
      new Promise((resolve, reject) => {
        const { name } = file;
        const end = (error: Error | null) =>
          error ? reject(error) : resolve({ file_id: `id of ${name}`, name } as PostFile);
        signal.addEventListener('abort', () => reject(signal.reason));
        uploads.push({ file, name, end, signal });
      }),
    reasonOf: (error) => (error as Error).message,
    onTooMany,
  });
  const states = () => files.read().map(({ name, state }) => [name, state.type]);
  const first = () => files.read()[0]?.id ?? '';
  return { files, uploads, states, first, onTooMany };
}

const cat = () => new File(['meow'], 'cat.png', { type: 'image/png' });
const dog = () => new File(['woof'], 'dog.png', { type: 'image/png' });

test('files are uploaded as they are added, and sent in order once all of them are stored', async () => {
  const { files, uploads, states } = start();
  files.add([cat(), dog()]);
  await vi.waitFor(() => expect(uploads).toHaveLength(2));
  uploads[1]?.end(null);
  await vi.waitFor(() => expect(states()[1]).toEqual(['dog.png', 'ready']));
  expect(files.take()).toBeNull();
  uploads[0]?.end(null);
  await vi.waitFor(() => expect(states()[0]).toEqual(['cat.png', 'ready']));
  expect(files.take()?.map(({ file_id }) => file_id)).toEqual(['id of cat.png', 'id of dog.png']);
  expect(files.read()).toEqual([]);
});

test('a failed file says why, and can be retried', async () => {
  const { files, uploads, states, first } = start();
  files.add([cat()]);
  await vi.waitFor(() => expect(uploads).toHaveLength(1));
  uploads[0]?.end(new Error('There is no room left.'));
  await vi.waitFor(() =>
    expect(files.read()[0]?.state).toEqual({
      type: 'failed',
      why: 'There is no room left.',
      canRetry: true,
    }),
  );
  files.retry(first());
  await vi.waitFor(() => expect(uploads).toHaveLength(2));
  uploads[1]?.end(null);
  await vi.waitFor(() => expect(states()).toEqual([['cat.png', 'ready']]));
});

test('a file that was moved since it was chosen says so, and is not uploaded', async () => {
  const { files, uploads } = start();
  const slice = () => ({ arrayBuffer: () => Promise.reject(new DOMException('Gone', 'NotFoundError')) });
  await files.add([Object.assign(cat(), { slice }), Object.assign(new File(['a'], 'a.txt'), { slice })]);
  const why = 'It has been moved or changed since you chose it. Choose it again.';
  expect(files.read().map(({ state }) => state)).toEqual(
    Array(2).fill({ type: 'failed', why, canRetry: false }),
  );
  expect(uploads).toEqual([]);
});

test('a removed file is not uploaded any further', async () => {
  const { files, uploads, first } = start();
  files.add([cat()]);
  await vi.waitFor(() => expect(uploads).toHaveLength(1));
  files.remove(first());
  expect(uploads[0]?.signal.aborted).toBe(true);
  expect(files.take()).toEqual([]);
});

test('a removal that is undone once there is another file in its place does not make a post that is refused', async () => {
  const { files, uploads, onTooMany, first } = start();
  files.add(Array.from({ length: spaceLimits.files }, cat));
  await vi.waitFor(() => expect(uploads).toHaveLength(spaceLimits.files));
  uploads[0]?.end(null);
  await vi.waitFor(() => expect(files.find(first())?.state.type).toBe('ready'));
  const undo = files.remove(first());
  files.add([dog()]);
  expect(files.fit()).toBe(true);
  undo?.();
  expect([files.fit(), onTooMany.mock.calls.length]).toEqual([false, 1]);
  files.remove(first());
  expect(files.fit()).toBe(true);
});

test('a text is uploaded as UTF-8 under its name, and its chip says what it was read as [ATT-12]', async () => {
  const { files, uploads } = start();
  files.add([new File([new Uint8Array(Buffer.from('Grüße an alle', 'latin1'))], 'old.txt')]);
  await vi.waitFor(() => expect(uploads).toHaveLength(1));
  expect([uploads[0]?.name, await uploads[0]?.file.text()]).toEqual(['old.txt', 'Grüße an alle']);
  expect(files.read()[0]?.readAs).toBe('Windows-1252');
});

test('a text whose encoding cannot be told is uploaded once its person has said it, and kept until then [ATT-12]', async () => {
  const { files, uploads, first } = start();
  files.add([new File([new Uint8Array([0x47, 0x64, 0x61, 0xf1, 0x73, 0x6b])], 'town.txt')]);
  const question = () => files.read()[0]?.question;
  await vi.waitFor(() => expect(question()).toBeTruthy());
  question()?.choose(null);
  await vi.waitFor(() => expect(files.read()[0]?.state).toMatchObject({ type: 'failed', canRetry: true }));
  expect([uploads.length, files.take()]).toEqual([0, null]);
  files.retry(first());
  await vi.waitFor(() => expect(question()).toBeTruthy());
  question()?.choose(question()?.candidates.find(({ encoding }) => encoding === 'windows-1250') ?? null);
  await vi.waitFor(() => expect(uploads).toHaveLength(1));
  expect(await uploads[0]?.file.text()).toBe('Gdańsk');
});
