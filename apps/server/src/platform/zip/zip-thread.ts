import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { PassThrough, type Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { ZipFile } from 'yazl';
import { leaving } from '../files/disk.ts';
import type { Entry, Given, Said } from './zip.ts';

/** The thread in which `writeZip` writes. */
const { path, leftFree }: Given = workerData;
const port = parentPort as NonNullable<typeof parentPort>;
const say = (said: Said) => port.postMessage(said);

const toldEvery = 250;
let bytes = 0;
let toldAt = Number.NEGATIVE_INFINITY;
/** The text that is being written. */
let text: { content: PassThrough; isRead: Promise<void> } | undefined;

const zip = new ZipFile();
const written = pipeline(
  zip.outputStream,
  (bytes: AsyncIterable<Buffer>) => leaving(bytes, leftFree, dirname(path)),
  createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }),
);
// Awaited at the end; until then the reader of an entry tells.
written.catch(() => {});

for (let some = await asked(); some.length > 0; some = await asked()) {
  for (const entry of some) await add(entry);
}
await endText();
zip.end();
await written;
say({ size: (await stat(path)).size });
port.close();

/** The next entries; none: that was all. */
function asked(): Promise<Entry[]> {
  return new Promise((resolve) => {
    port.once('message', resolve);
    say({ want: true });
  });
}

/** Puts an entry into the zip; of a text more may come, so it ends with the next entry. */
async function add(entry: Entry) {
  if ('more' in entry) return await write(entry.more);
  await endText();
  if ('path' in entry) {
    const content = await reader(entry.path);
    if (content) await Promise.race([put(entry.name, content, shrinks(entry.name)), written]);
    return;
  }
  const content = new PassThrough();
  text = { content, isRead: put(entry.name, content, true) };
  // Awaited when it ends.
  text.isRead.catch(() => {});
  await write(entry.text);
}

async function write(more: string) {
  if (!text || text.content.write(more)) return;
  await Promise.race([once(text.content, 'drain'), text.isRead, written]);
}

async function endText() {
  text?.content.end();
  await Promise.race([text?.isRead, written]);
  text = undefined;
}

/** Resolves when all of it was read. */
function put(name: string, content: Readable, compress: boolean): Promise<void> {
  const options = { mtime: new Date(), mode: 0o100600, compress };
  return new Promise<void>((resolve, reject) => {
    // Only when its turn has come: a stream that is listened to flows.
    zip.addReadStreamLazy(name, options, (give) => {
      content.on('data', (chunk: Buffer) => count(chunk.length));
      give(null, content);
      finished(content).then(resolve, reject);
    });
  });
}

/** Undefined when it is gone. */
async function reader(file: string): Promise<Readable | undefined> {
  try {
    return (await open(file)).createReadStream();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Pictures, videos and the like are packed already. */
function shrinks(name: string): boolean {
  return /\.(txt|md|csv|json|xml|html?|rtf|doc|xls|ppt|log|bmp|tiff?)$/i.test(name);
}

function count(length: number) {
  bytes += length;
  if (performance.now() - toldAt < toldEvery) return;
  toldAt = performance.now();
  say({ bytes });
}
