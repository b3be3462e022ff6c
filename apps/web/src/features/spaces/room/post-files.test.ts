import { expect, test, vi } from 'vitest';
import { openPostFiles, type PostFile } from './post-files.ts';

function start() {
  const uploads: { name: string; end: (outcome: Error | null) => void; signal: AbortSignal }[] = [];
  let count = 0;
  const files = openPostFiles({
    upload: ({ name }, signal) =>
      new Promise((resolve, reject) => {
        const end = (error: Error | null) =>
          error ? reject(error) : resolve({ file_id: `id of ${name}`, name } as PostFile);
        signal.addEventListener('abort', () => reject(signal.reason));
        uploads.push({ name, end, signal });
      }),
    newId: () => `f${++count}`,
    reasonOf: (error) => (error as Error).message,
  });
  const states = () => files.read().map(({ chip }) => [chip.name, chip.state.type]);
  return { files, uploads, states };
}

const cat = () => new File(['meow'], 'cat.png', { type: 'image/png' });
const dog = () => new File(['woof'], 'dog.png', { type: 'image/png' });

test('files are uploaded as they are added, and sent in order once all of them are stored', async () => {
  const { files, uploads, states } = start();
  files.add([cat(), dog()]);
  uploads[1]?.end(null);
  await vi.waitFor(() => expect(states()[1]).toEqual(['dog.png', 'ready']));
  expect(files.take()).toBeNull();
  uploads[0]?.end(null);
  await vi.waitFor(() => expect(states()[0]).toEqual(['cat.png', 'ready']));
  expect(files.take()?.map(({ file_id }) => file_id)).toEqual(['id of cat.png', 'id of dog.png']);
  expect(files.read()).toEqual([]);
});

test('a failed file says why, and can be retried', async () => {
  const { files, uploads, states } = start();
  files.add([cat()]);
  uploads[0]?.end(new Error('There is no room left.'));
  await vi.waitFor(() =>
    expect(files.read()[0]?.chip.state).toEqual({
      type: 'failed',
      why: 'There is no room left.',
      canRetry: true,
    }),
  );
  files.retry('f1');
  uploads[1]?.end(null);
  await vi.waitFor(() => expect(states()).toEqual([['cat.png', 'ready']]));
});

test('a removed file is not uploaded any further', () => {
  const { files, uploads } = start();
  files.add([cat()]);
  files.remove('f1');
  expect(uploads[0]?.signal.aborted).toBe(true);
  expect(files.take()).toEqual([]);
});
