import { openAsBlob } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { batchSize, type ListedObject, type ObjectStore } from './object-store.ts';
import { between, s3Requests } from './s3-requests.ts';

/** How long a check counts (milliseconds): anyone may ask whether the server is ready. */
const checkedFor = 1_000;

/** The files of one folder in a bucket; `folder` is what their names begin with there, without the slash. */
export function s3Store({
  folder,
  ...bucket
}: Parameters<typeof s3Requests>[0] & { folder: string }): ObjectStore {
  const { request, unexpected } = s3Requests(bucket);
  let checked: { at: number; outcome: Promise<void> } | undefined;

  async function list(query: Record<string, string>): Promise<string> {
    const answer = await request('GET', '', { query: { 'list-type': '2', ...query } });
    return answer.ok ? await answer.text() : await unexpected('GET', answer);
  }

  async function headBucket(): Promise<void> {
    const answer = await request('HEAD', '');
    if (!answer.ok) await unexpected('HEAD', answer);
  }

  return {
    async put(files) {
      for (const { name, path } of files) {
        const answer = await request('PUT', `${folder}/${name}`, { body: await openAsBlob(path) });
        if (!answer.ok) await unexpected('PUT', answer);
        await answer.body?.cancel();
      }
      for (const { path } of files) await rm(path, { force: true });
    },

    async find(name) {
      const key = `${folder}/${name}`;
      const found = await request('HEAD', key);
      if (found.status === 404) return undefined;
      if (!found.ok) return await unexpected('HEAD', found);
      return {
        size: Number(found.headers.get('content-length')),
        async open(range) {
          const answer = await request('GET', key, { range });
          if (answer.status === 404) throw await notFound(answer);
          if (answer.status !== (range ? 206 : 200) || !answer.body) return await unexpected('GET', answer);
          const bytes = Readable.fromWeb(answer.body as ReadableStream);
          return bytes.once('error', () => bucket.log('The file store broke off in the middle of a file.'));
        },
      };
    },

    async remove(name) {
      const answer = await request('DELETE', `${folder}/${name}`);
      if (answer.ok) return await answer.body?.cancel();
      // Some stores say so of a missing file; a missing bucket is another matter.
      const text = await answer.clone().text();
      if (!text.includes('<Code>NoSuchKey<')) await unexpected('DELETE', answer);
    },

    async *all() {
      let token: string | undefined;
      do {
        const page = await list({
          prefix: `${folder}/`,
          'max-keys': String(batchSize),
          ...(token && { 'continuation-token': token }),
        });
        yield listedIn(page, folder.length + 1);
        token = between(page, '<NextContinuationToken>', '</NextContinuationToken>');
      } while (token);
    },

    check() {
      const at = performance.now();
      if (!checked || at > checked.at + checkedFor) checked = { at, outcome: headBucket() };
      return checked.outcome;
    },
  };
}

async function notFound(answer: Response): Promise<Error> {
  await answer.body?.cancel();
  return Object.assign(new Error('The file is not in the store.'), { code: 'ENOENT' });
}

/** The entries on a page of a listing; names of ours have no character that XML writes differently. */
function listedIn(page: string, from: number): ListedObject[] {
  return page
    .split('<Contents>')
    .slice(1)
    .map((entry) => {
      const writtenAt = Date.parse(between(entry, '<LastModified>', '</LastModified>') ?? '');
      const key = between(entry, '<Key>', '</Key>') ?? '';
      return { name: key.slice(from), writtenAt: async () => writtenAt };
    });
}
