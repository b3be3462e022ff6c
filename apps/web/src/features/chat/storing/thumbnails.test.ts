import { expect, test } from 'vitest';
import type { AnswerEvent, QuestionMessage } from '../../keys/index.ts';
import type { FilePart } from '../../messages/index.ts';
import { openThread, type Thread } from '../../thread/index.ts';
import { showThumbnails } from './thumbnails.ts';

const settled = () => new Promise((resolve) => setImmediate(resolve));
const thumbnail = { blob: new Blob(), width: 1, height: 1 };

function openWithPictures(...names: string[]) {
  const pictures = names.map((name) => {
    const part: FilePart = { type: 'file', name, mediaType: 'image/png', data: 'AAAA' };
    const { promise, resolve, reject } = Promise.withResolvers<FilePart>();
    return {
      loaded: () => resolve(part),
      failed: () => reject(new Error('away')),
      part,
      load: () => promise,
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
  void showThumbnails(thread, preview as Parameters<typeof showThumbnails>[1]);
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

test('a picture that could not be fetched just now does not keep the previews of later messages away', async () => {
  const { thread, pictures } = openWithPictures('one.png', 'two.png');
  const preview = async (id: string) => (id === 'two.png' ? thumbnail : undefined);
  const shown = showThumbnails(thread, preview as Parameters<typeof showThumbnails>[1]);
  pictures[0]?.failed();
  await shown;
  expect(files(thread).map((file) => file.thumbnail)).toEqual([undefined, thumbnail]);
});
