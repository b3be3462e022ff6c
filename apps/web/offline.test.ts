import { expect, test } from 'vitest';
import type { Chunk } from './chunks.ts';
import { buildOf, serviceWorkerFile, serviceWorkerScript } from './offline.ts';

const chunk = (name: string, modules: Record<string, number>, imports: string[] = []): Chunk => ({
  file: `assets/${name}.js`,
  imports: imports.map((file) => `assets/${file}.js`),
  styles: name === 'dialog' ? ['assets/dialog.css'] : [],
  modules,
});

const chunks = [
  chunk('app-1', { 'apps/web/src/main.tsx': 10 }),
  chunk('dialog', { 'apps/web/src/features/keys/dialog.tsx': 10 }, ['app-1', 'parts']),
  chunk('parts', { 'node_modules/@base-ui/react/dialog.js': 900_000 }),
  chunk('perl', { 'node_modules/@shikijs/langs/dist/perl.mjs': 10 }),
  chunk('huge', { 'apps/web/src/huge.ts': 400_000 }),
  chunk('service-worker-1', { 'apps/web/src/service-worker/worker.ts': 10 }),
];
const html =
  '<script src="/assets/theme-1.js"></script><link href="/assets/app.css"><script src="/assets/app-1.js">';

test('files that the documents refer to are cached first, then those loaded on demand', () => {
  expect(buildOf('id', [html, html], chunks)).toEqual({
    id: 'id',
    initial: ['/assets/theme-1.js', '/assets/app.css', '/assets/app-1.js'],
    onDemand: ['/assets/dialog.css', '/assets/dialog.js', '/assets/parts.js'],
  });
});

test('workers, which no file imports, are there without a connection, too [MSEARCH-13]', () => {
  const { onDemand } = buildOf('id', [html], chunks, ['search-worker-1.js']);
  expect(onDemand).toContain('/assets/search-worker-1.js');
});

test('the service worker is a single classic script that includes its build', () => {
  const build = buildOf('id', [html], chunks);
  expect(serviceWorkerFile(chunks)).toBe('assets/service-worker-1.js');
  expect(serviceWorkerScript(build, 'start()')).toBe(`const build = ${JSON.stringify(build)};\nstart()`);
  expect(() => serviceWorkerScript(build, 'import"./base.js";')).toThrow('one plain script');
});
