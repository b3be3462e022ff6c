import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { PassThrough, type Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { keepingFree } from '../files/disk.ts';
import { ifMissing } from '../files/if-missing.ts';

/** An entry for a zip: text, a file to open when its turn comes, or more of the preceding text. */
export type ZipEntry = ({ name: string } & ({ text: string } | { open: Open })) | { more: string };

/** Rejects with ENOENT if the file no longer exists. */
export type Open = () => Promise<Readable>;

export interface ZipOptions {
  /** The file to write; it must not exist yet. */
  path: string;
  /** How much of the disk must stay free (bytes): below that, it fails as if the disk were full. */
  leftFree: number;
  entries: AsyncIterator<ZipEntry[]>;
  signal: AbortSignal;
  /** Receives how many bytes of the entries have been written so far. */
  onProgress(bytes: number): void;
}

/**
 * Writes a zip, one entry after the other, in constant memory; zlib compresses beside the main thread. Leaves out files
 * that no longer exist. Resolves with the size of the zip (bytes) once it is safely on the disk; if it throws, or
 * `signal` is aborted, nothing is left behind.
 */
export async function writeZip({ path, leftFree, entries, signal, onProgress }: ZipOptions): Promise<number> {
  signal.throwIfAborted();
  const failed = new AbortController();
  const zip = new ZipFile();
  const written = pipeline(
    zip.outputStream,
    (bytes: AsyncIterable<Buffer>) => keepingFree(bytes, leftFree, dirname(path)),
    createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }),
    { signal: AbortSignal.any([signal, failed.signal]) },
  );
  // Awaited at the end, and raced with each step until then.
  written.catch(() => {});
  let bytes = 0;
  /** The stream that is being read. */
  let current: Readable | undefined;
  /** The text being written: more may follow, so it ends with the next entry. */
  let text: { content: PassThrough; isRead: Promise<void> } | undefined;

  /** Resolves once all of it was read. */
  function put(name: string, content: Readable, compress: boolean): Promise<void> {
    current = content;
    const options = { mtime: new Date(), mode: 0o100600, compress };
    return new Promise<void>((resolve, reject) => {
      // Only when its turn comes: a stream with a listener starts flowing.
      zip.addReadStreamLazy(name, options, (give) => {
        content.on('data', (chunk: Buffer) => {
          bytes += chunk.length;
          onProgress(bytes);
        });
        give(null, content);
        finished(content).then(resolve, reject);
      });
    });
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

  async function add(entry: ZipEntry) {
    if ('more' in entry) return await write(entry.more);
    await endText();
    if ('open' in entry) {
      const content = await entry.open().catch(ifMissing);
      if (content) await Promise.race([put(entry.name, content, isCompressible(entry.name)), written]);
      return;
    }
    const content = new PassThrough();
    text = { content, isRead: put(entry.name, content, true) };
    // Awaited when it ends.
    text.isRead.catch(() => {});
    await write(entry.text);
  }

  try {
    for (;;) {
      const next = await Promise.race([entries.next(), written]);
      if (!next || next.done) break;
      for (const entry of next.value) await add(entry);
    }
    await endText();
    zip.end();
    await written;
    return (await stat(path)).size;
  } catch (error) {
    failed.abort();
    current?.destroy();
    await written.catch(() => {});
    await rm(path, { force: true });
    throw signal.aborted ? signal.reason : error;
  } finally {
    // Not awaited: it may be in the middle of a step that never ends.
    entries.return?.().catch(() => {});
  }
}

/** Pictures, videos and the like are already compressed. */
function isCompressible(name: string): boolean {
  return /\.(txt|md|csv|json|xml|html?|rtf|doc|xls|ppt|log|bmp|tiff?)$/i.test(name);
}
