import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { keepEarlier } from './keep-earlier.ts';

const day = 24 * 60 * 60 * 1000;

async function folder(files: Record<string, string>): Promise<string> {
  const made = await mkdtemp(path.join(tmpdir(), 'polylogue-assets-'));
  onTestFinished(() => rm(made, { recursive: true }));
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(made, name), text);
  return made;
}

const scripts = async (assets: string) =>
  (await readdir(assets)).filter((name) => name.endsWith('.js')).sort();

test('an older tab finds its files for a week, and never gets an old file in place of a new one [INST-09]', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const first = await folder({ 'menu-1.js': 'menu', 'app-1.js': 'app' });
  // No matter how long ago that build was made, it served new tabs until now.
  const long = new Date(Date.now() - 30 * day);
  await utimes(path.join(first, 'menu-1.js'), long, long);
  const second = await folder({ 'menu-2.js': 'new menu', 'app-1.js': 'the same app' });
  await keepEarlier(first, second);
  expect(await scripts(second)).toEqual(['app-1.js', 'menu-1.js', 'menu-2.js']);
  expect(await readFile(path.join(second, 'app-1.js'), 'utf8')).toBe('the same app');

  vi.setSystemTime(Date.now() + 6 * day);
  const third = await folder({ 'menu-3.js': 'newest menu' });
  await keepEarlier(second, third);
  expect(await scripts(third)).toEqual(['app-1.js', 'menu-1.js', 'menu-2.js', 'menu-3.js']);

  vi.setSystemTime(Date.now() + 2 * day);
  const fourth = await folder({});
  await keepEarlier(third, fourth);
  expect(await scripts(fourth)).toEqual(['app-1.js', 'menu-2.js', 'menu-3.js']);
});

test('the first build has nothing to keep', async () => {
  const assets = await folder({});
  await keepEarlier(path.join(assets, 'nowhere'), assets);
  expect(await scripts(assets)).toEqual([]);
});
