import { expect, test, vi } from 'vitest';
import type { AnswerEvent, QuestionMessage } from '../../keys/index.ts';
import type { FilePart } from '../../messages/index.ts';
import { openThread, type Thread } from '../../thread/index.ts';
import { openThumbnails } from './thumbnails.ts';

const settled = () => new Promise((resolve) => setImmediate(resolve));
type Preview = Parameters<typeof openThumbnails>[1];
const thumbnail = { blob: new Blob(), width: 1, height: 1 };

function openWithPictures(...names: string[]) {
  const pictures = names.map((name) => {
    const part: FilePart = { type: 'file', name, mediaType: 'image/png', data: 'AAAA' };
    const { promise, resolve, reject } = Promise.withResolvers<FilePart | null>();
    return {
      loaded: () => resolve(part),
      failed: () => reject(new Error('away')),
      part,
      missing: () => resolve(null),
      load: vi.fn(() => promise),
    };
  });
  const sent: QuestionMessage[][] = [];
  const thread = openThread({
    async *answer(messages): AsyncGenerator<AnswerEvent> {
      sent.push(messages);
      await new Promise(() => {});
    },
    modelFor: () => null,
    clock: { now: () => 0, after: () => () => {} },
  });
  thread.open({
    messages: pictures.map(({ part, load }) => ({
      id: (part as { name: string }).name,
      role: 'user',
      content: 'Look',
      at: 0,
      asked: null,
      error: null,
      attachments: [{ name: (part as { name: string }).name, mediaType: 'image/png', size: 3, load }],
    })),
  });
  return { thread, pictures, sent };
}

const files = (thread: Thread) =>
  thread.read().messages.flatMap((message) => ('attachments' in message ? message.attachments : []));

test('pictures are sent whole while their previews are still being fetched, and the previews stay', async () => {
  const { thread, pictures, sent } = openWithPictures('one.png', 'two.png');
  const previews = pictures.map(() => Promise.withResolvers<typeof thumbnail>());
  const preview = async (id: string) => previews[id === 'one.png' ? 0 : 1]?.promise;
  void openThumbnails(thread, preview as Preview).showStored();
  thread.send('What differs between the two?');
  // The first preview after the bytes of its picture, the second before those of its own.
  pictures[0]?.loaded();
  await settled();
  for (const { resolve } of previews) resolve(thumbnail);
  await settled();
  pictures[1]?.loaded();
  await settled();
  const parts = sent[0]?.flatMap((message) => message.parts) ?? [];
  expect(parts.filter(({ type }) => type === 'file')).toEqual(pictures.map(({ part }) => part));
  expect(files(thread).map((file) => file.thumbnail)).toEqual([thumbnail, thumbnail]);
});

test('a preview that could not be read just now does not keep those of later messages away', async () => {
  const { thread } = openWithPictures('one.png', 'two.png');
  const preview = async (id: string) => (id === 'two.png' ? thumbnail : Promise.reject(new Error('away')));
  await openThumbnails(thread, preview as Preview).showStored();
  expect(files(thread).map((file) => file.thumbnail)).toEqual([undefined, thumbnail]);
});

test('of pictures that were attached on another device, only those near the screen are fetched, and once each', async () => {
  const { thread, pictures } = openWithPictures('one.png', 'two.png', 'three.png');
  const thumbnails = openThumbnails(thread, (async () => undefined) as Preview);
  await Promise.all([thumbnails.showStored(), thumbnails.showStored()]);
  expect(pictures.map(({ load }) => load.mock.calls.length)).toEqual([0, 0, 0]);
  thumbnails.want('two.png', 0);
  thumbnails.want('three.png', 0);
  thumbnails.want('two.png', 0);
  await settled();
  expect(pictures.map(({ load }) => load.mock.calls.length)).toEqual([0, 1, 0]);
  // It is nowhere.
  pictures[1]?.missing();
  await settled();
  thumbnails.want('two.png', 0);
  pictures[2]?.failed();
  await settled();
  thumbnails.want('three.png', 0);
  await settled();
  expect(pictures.map(({ load }) => load.mock.calls.length)).toEqual([0, 1, 2]);
});
