import { expect, test } from 'vitest';
import type { Chunk } from './chunks.ts';
import { bareDocument, chatDocument } from './documents.ts';

const template = `<html>
  <head>
    <title>Polylogue</title>
    <script type="module" crossorigin src="/assets/index-1.js"></script>
    <link rel="modulepreload" crossorigin href="/assets/react-1.js">
    <link rel="stylesheet" crossorigin href="/assets/index-1.css">
  </head>
  <body>
    <div id="root"></div>
  </body>
</html>
`;

const chunk = (name: string, imports: string[], ...modules: string[]): Chunk => ({
  file: `assets/${name}.js`,
  imports: imports.map((file) => `assets/${file}.js`),
  styles: ['app', 'chat'].includes(name) ? [`assets/${name}.css`] : [],
  modules: Object.fromEntries(modules.map((module) => [module, 1])),
});

const chunks = [
  chunk('first', [], 'apps/web/src/early/first.ts'),
  chunk('react', [], 'node_modules/react-dom/client.js'),
  chunk('base', [], 'apps/web/src/lib/state/live.ts'),
  chunk('early', ['base'], 'apps/web/src/early/early.ts'),
  chunk('app', ['react', 'base'], 'apps/web/src/main.tsx'),
  chunk('chat', ['react', 'app', 'early'], 'apps/web/src/features/chat/index.ts'),
  chunk('landing', ['react', 'app'], 'apps/web/src/features/landing/index.ts'),
];

const files = (html: string) =>
  [...html.matchAll(/(?:src|href)="\/assets\/([^"]+)"/g)].map(([, file]) => file);

test('/chat is prerendered, and loads the code of its text box before React', () => {
  const html = chatDocument(template, '<main>Chat</main>', chunks);
  expect(files(html)).toEqual([
    'first.js',
    'app.css',
    'chat.css',
    'early.js',
    'base.js',
    'app.js',
    'react.js',
    'chat.js',
    'early.js',
    'app.js',
  ]);
  expect(html).toContain('<div id="root"><main>Chat</main></div>');
});

test('other pages do not refer to the code of the chat', () => {
  const html = bareDocument(template, chunks);
  expect(files(html)).toEqual(['first.js', 'app.css', 'react.js', 'base.js', 'app.js']);
  expect(html).toContain('<div id="root"></div>');
});

test('the build fails if the text box would have to wait for React', () => {
  const heavy = chunks.map((one) =>
    one.file.includes('base') ? { ...one, imports: ['assets/react.js'] } : one,
  );
  expect(() => chatDocument(template, '', heavy)).toThrow('would wait for React');
});

test('the theme is applied before anything is painted, by a classic script before the style sheets', () => {
  for (const html of [chatDocument(template, '', chunks), bareDocument(template, chunks)]) {
    expect(html).toMatch(/<script src="\/assets\/first\.js"><\/script>\s*<link rel="stylesheet"/);
  }
  const heavy = chunks.map((one) =>
    one.file.includes('first') ? { ...one, imports: ['assets/base.js'] } : one,
  );
  expect(() => bareDocument(template, heavy)).toThrow('can import nothing');
});

test('code that a page fetches next is preloaded', () => {
  const html = bareDocument(template, chunks, ['apps/web/src/features/landing/index.ts']);
  expect(files(html)).toEqual(['first.js', 'app.css', 'react.js', 'base.js', 'app.js', 'landing.js']);
});
