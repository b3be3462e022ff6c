import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import PostalMime from 'postal-mime';

/** The link to `path` in the newest mail to this address, once there is one; as a path with its query. */
export async function mailedLink(address: string, path: string): Promise<string> {
  let link = '';
  await expect
    .poll(async () => {
      link = (await textsTo(address)).map((text) => linkIn(text, path)).findLast((found) => found) ?? '';
      return link;
    })
    .toContain(path);
  return link;
}

async function textsTo(address: string): Promise<string[]> {
  const folder = join(process.env.E2E_DATA_DIR ?? '', 'mails');
  const names = await readdir(folder).catch(() => []);
  const files = names.filter((name) => name.endsWith('.eml')).sort();
  const texts = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')));
  // Late in a run there are hundreds, and only few are worth taking apart.
  const mails = await Promise.all(
    texts.filter((text) => text.includes(address)).map((text) => PostalMime.parse(text)),
  );
  return mails
    .filter(({ to }) => to?.some((receiver) => receiver.address === address))
    .map(({ text }) => text ?? '');
}

function linkIn(text: string, path: string): string | undefined {
  const urls = text.match(/https?:\/\/\S+/g) ?? [];
  const url = urls.map((each) => new URL(each)).find(({ pathname }) => pathname === path);
  return url && url.pathname + url.search;
}
