import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import { expect, onTestFinished, test, vi } from 'vitest';
import { keepSharing, shareAssets, sharedAssets } from './shared-assets.ts';

const day = 24 * 60 * 60 * 1000;

async function build(folder: string, files: Record<string, string>) {
  await rm(folder, { recursive: true, force: true });
  await mkdir(join(folder, 'diagram'), { recursive: true });
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  await writeFile(join(folder, '..', '.stamp'), Object.keys(files).at(0)?.replace('.js', '') ?? '');
}

test('assets of an earlier build stay for a month after the last server that had them was in use', async () => {
  const root = await mkdtemp(join(tmpdir(), 'assets-'));
  const [web, shared] = [join(root, 'dist'), join(root, 'shared')];
  const assets = join(web, 'assets');
  const now = Date.now();
  const names = async () =>
    (await readdir(shared, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map(({ name }) => name)
      .filter((name) => name.endsWith('.js'))
      .sort();

  await build(assets, {
    'app-1.js': 'one',
    'app-1.js.gz': 'o',
    'diagram/draw-1.js': 'draw',
    'react.js': 'react',
  });
  await shareAssets(web, shared, now);
  expect(await names()).toEqual(['app-1.js', 'draw-1.js', 'react.js']);
  expect(await readFile(join(shared, 'diagram/draw-1.js'), 'utf8')).toBe('draw');

  // The build keeps files of the one before for a while.
  await build(assets, {
    'app-2.js': 'two',
    'react.js': 'react',
    'app-1.js': 'one',
    '.replaced.json': '{"app-1.js":1}',
  });
  await shareAssets(web, shared, now + 20 * day);
  expect(await names()).toEqual(['app-1.js', 'app-2.js', 'draw-1.js', 'react.js']);
  await shareAssets(web, shared, now + 40 * day);
  expect(await names()).toEqual(['app-2.js', 'react.js']);
  await rm(root, { recursive: true });
});

test('assets of a build stay while a server with it runs, even for more than a month', async () => {
  const root = await mkdtemp(join(tmpdir(), 'assets-'));
  onTestFinished(() => rm(root, { recursive: true }));
  const [web, shared] = [join(root, 'dist'), sharedAssets(root)];
  const used = async () => (await stat(join(shared, '.builds', 'app-1'))).mtimeMs;
  // Later than the file system's clock, so that a list which is written and not yet marked is told apart.
  const started = Date.now() + 100 * day;
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'], now: started });
  onTestFinished(() => void vi.useRealTimers());
  const app = Fastify();
  await build(join(web, 'assets'), { 'app-1.js': 'one' });
  const isMarked = (days: number) =>
    vi.waitFor(async () => expect(await used()).toBeGreaterThanOrEqual(started + days * day));
  keepSharing(app, web, root);
  await isMarked(0);
  vi.setSystemTime(started + 39 * day);
  vi.advanceTimersByTime(day);
  await isMarked(39);

  const next = join(root, 'next');
  await build(join(next, 'assets'), { 'app-2.js': 'two' });
  await shareAssets(next, shared);
  expect((await readdir(shared)).filter((name) => name.endsWith('.js'))).toEqual(['app-1.js', 'app-2.js']);

  vi.setSystemTime(started + 80 * day);
  await app.close();
  expect(await used()).toBeGreaterThan(started + 79 * day);
});
