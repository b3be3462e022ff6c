import type { OwnSpace } from '@polylogue/contract';
import type { Caller } from '@polylogue/contract/client';
import { expect, test } from 'vitest';
import { readSpace } from './space-reader.ts';
import { post } from './testing/lender.ts';

const textFile = (file_id: string) => ({
  file_id,
  name: `${file_id}.txt`,
  media_type: 'text/plain',
  size: 100,
  url: `/files/${file_id}`,
  thumbnail_url: null,
});

test('text files are read at the same time; one that is deleted or late is left out', async () => {
  const files = ['deleted', 'late', 'here'].map(textFile);
  const call = (async (name: string) => {
    if (name.endsWith('/messages')) return { messages: [post(1, 'ben', '', { files })], people: [] };
    return name.endsWith('/:space_id') ? ({ space: {} } as OwnSpace) : [];
  }) as unknown as Caller;
  const time = new AbortController();
  async function fetchFile(url: string, signal: AbortSignal): Promise<Blob> {
    if (url === '/files/deleted') throw new Error('404');
    if (url === '/files/here') return new Blob(['What it says']);
    const late = Promise.withResolvers<Blob>();
    signal.addEventListener('abort', () => late.reject(signal.reason));
    // The others have been asked for by now.
    setTimeout(() => time.abort(), 0);
    return late.promise;
  }
  const { texts } = await readSpace({ call, fetchFile, isText: () => true }, 'space', 1, time.signal);
  expect(texts).toEqual(new Map([['here', 'What it says']]));
});
