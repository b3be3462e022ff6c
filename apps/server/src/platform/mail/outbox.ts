import { open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../files/make-folder.ts';
import { eml } from './eml.ts';
import type { Envelope } from './mail.ts';

/** Where mails go without a mail server. */
export const outboxIn = (dataDir: string) => join(dataDir, 'outbox');

/** Writes each mail to a file that any mail program can open. The same mail again is the same file. */
export function outboxTransport(folder: string, say: (sentence: string) => void) {
  return async (mail: Envelope) => {
    const file = join(folder, nameOf(mail));
    await makeFolder(folder);
    await write(file, eml(mail));
    say(`Mail “${mail.subject}”: ${file}`);
  };
}

/** Sorts by time, includes the subject, and is unique by id. */
function nameOf({ id, subject, date }: Envelope): string {
  const time = date.toISOString().slice(0, 19).replace(/:/g, '-');
  const slug = subject
    .toLowerCase()
    .replace(/[^a-z\d]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60);
  return `${time}-${slug}-${id}.eml`;
}

/** Writes the whole file or nothing, for its owner alone: a mail contains links that are as good as passwords. */
async function write(file: string, text: string) {
  const partial = `${file}.part`;
  try {
    const handle = await open(partial, 'w', 0o600);
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(partial, file);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}
