import { buffer } from 'node:stream/consumers';
import { openPromise } from 'yauzl';

/** The files in a zip, by name. */
export async function unzipped(path: string): Promise<Record<string, Buffer>> {
  const zip = await openPromise(path);
  const found: Record<string, Buffer> = {};
  for await (const entry of zip.eachEntry()) {
    const stream = await zip.openReadStreamPromise(entry);
    if (entry.fileName in found) throw new Error(`${entry.fileName} is in it twice.`);
    found[entry.fileName] = await buffer(stream);
  }
  return found;
}
