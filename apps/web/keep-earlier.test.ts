import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { keepEarlier } from './keep-earlier.ts';

async function folder(files: Record<string, string>): Promise<string> {
  const made = await mkdtemp(path.join(tmpdir(), 'polylogue-assets-'));
  onTestFinished(() => rm(made, { recursive: true }));
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(made, name), text);
  return made;
}

test('a tab of before finds its files for a week, and a new file is never an old one [INST-09]', async () => {
  const earlier = await folder({ 'menu-1.js': 'menu', 'app-1.js': 'app', 'ancient-1.js': 'ancient' });
  const assets = await folder({ 'menu-2.js': 'new menu', 'app-1.js': 'the same app' });
  const long = new Date(Date.now() - 8 * 24 * 60 * 60 * 1000);
  await utimes(path.join(earlier, 'ancient-1.js'), long, long);
  await keepEarlier(earlier, assets);
  expect((await readdir(assets)).sort()).toEqual(['app-1.js', 'menu-1.js', 'menu-2.js']);
  expect(await readFile(path.join(assets, 'app-1.js'), 'utf8')).toBe('the same app');
});

test('the first build has nothing to keep', async () => {
  const assets = await folder({});
  await keepEarlier(path.join(assets, 'nowhere'), assets);
  expect(await readdir(assets)).toEqual([]);
});
