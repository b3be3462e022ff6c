import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { type Chunk, outsideChat } from './chunks.ts';
import type { Links } from './reachable.ts';

// What a page costs before its text box or form works: the bytes of JavaScript in the document and all it imports.
// Measured on the build itself, so that a static import of something heavy cannot slip in unseen.

const dist = path.join(import.meta.dirname, 'dist');
const budgets = path.join(import.meta.dirname, '../../bench/budgets.json');

if (!existsSync(dist)) {
  console.error('There is no build to measure. Run `npm run build` first.');
  process.exit(1);
}

const chunks: Chunk[] = JSON.parse(read('.chunks.json'));
const links: Record<string, Links> = JSON.parse(read('.modules.json'));
const {
  chatInitialJavaScriptGzip,
  chatJavaScriptGzip,
  chatFrameJavaScriptGzip,
  authInitialJavaScriptGzip,
  pageOverBaseJavaScriptGzip,
  fontsWoff2,
} = JSON.parse(readFileSync(budgets, 'utf8'));
const filesIn = (document: string) =>
  [...read(document).matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map(([, file = '']) => file);

weigh('/chat is usable', filesIn('chat.html'), chatInitialJavaScriptGzip);

// Everything a chat can ever fetch: highlighting, maths, dialogs, adapters. It excludes the grammars, one of which is
// fetched for each language that comes up, as data for its worker, and separate documents.
const ofChat = everFetched(['main.tsx', 'early/early.ts', 'features/chat/index.ts'].map(chunkWith));
weigh(
  'all of /chat is there',
  [...filesIn('chat.html'), ...ofChat, ...workersOf(ofChat)],
  chatJavaScriptGzip,
);

// It is loaded once the chat is usable, and is cached after any other page of an account.
weigh(
  'the frame around /chat is there, beyond the page itself',
  [chunkWith('app/frame-parts.tsx')],
  chatFrameJavaScriptGzip,
  withImports(filesIn('chat.html')),
);

const auth = chunkWith('features/auth/signin-page.tsx');
const visitors = chunkWith('app/for-visitors.tsx');
// The worker that solves the challenge is not an import: the page names it.
weigh(
  'a form of accounts is usable',
  [...filesIn('index.html'), visitors, auth, ...workersOf(withImports([auth]))],
  authInitialJavaScriptGzip,
);

// What all account pages share is cached by then.
const shared = withImports([
  ...filesIn('index.html'),
  chunkWith('app/for-members.tsx'),
  chunkWith('features/shell/shell.tsx'),
]);
const pages = {
  '/community': ['features/people/community-page.tsx'],
  '/spaces': ['features/spaces/spaces-page.tsx'],
  'a room': ['features/room/room-page.tsx'],
  '/settings': ['features/settings/settings-page.tsx', 'features/settings/profile/profile-section.tsx'],
};
for (const [page, modules] of Object.entries(pages)) {
  weigh(`${page} is usable, beyond the base`, modules.map(chunkWith), pageOverBaseJavaScriptGzip, shared);
}

// The fonts of formulas are not counted: they are loaded with the first formula.
const fonts = readdirSync(path.join(dist, 'assets')).filter((file) => /^atkinson-.*\.woff2$/.test(file));
const bytesOfFonts = fonts.reduce((sum, file) => sum + statSync(path.join(dist, 'assets', file)).size, 0);
console.log(`${kilobytes(bytesOfFonts)}  fonts, all together; ${kilobytes(fontsWoff2).trim()} allowed\n`);
if (bytesOfFonts > fontsWoff2) process.exitCode = 1;

function weigh(until: string, files: string[], budget: number, cached = new Set<string>()) {
  const initial = new Set([...withImports(files)].filter((file) => !cached.has(file)));
  const measured = [...initial]
    .map((file) => ({ file, bytes: gzipSync(read(file), { level: 9 }).length }))
    .sort((a, b) => b.bytes - a.bytes);
  const total = measured.reduce((sum, { bytes }) => sum + bytes, 0);
  for (const { file, bytes } of measured) console.log(`${kilobytes(bytes)}  ${file}`);
  console.log(`${kilobytes(total)}  JavaScript until ${until}, gzip; ${kilobytes(budget).trim()} allowed\n`);
  if (total <= budget && !process.argv.includes('--why')) return;
  console.error('What is heaviest in it, before compression:');
  for (const [place, bytes] of heaviest(initial)) console.error(`${kilobytes(bytes)}  ${place}`);
  if (total > budget) process.exitCode = 1;
}

/** The built file that a module of ours ended up in. */
function chunkWith(module: string): string {
  const chunk = chunks.find(({ modules }) => `apps/web/src/${module}` in modules);
  if (!chunk) throw new Error(`No built file holds ${module}.`);
  return chunk.file;
}

/** These files and all that they import, at once or later. A re-export that nobody uses is in neither. */
function everFetched(files: string[]): Set<string> {
  const found = new Set(files);
  const outside = new Set(outsideChat);
  for (const file of found) {
    const chunk = chunks.find((each) => each.file === file);
    const modules = Object.keys(chunk?.modules ?? {}).filter((module) => !outside.has(module));
    const later = modules.flatMap((module) => links[module]?.dynamicImports ?? []);
    const next = chunks.filter((each) =>
      later.some((module) => module in each.modules && !outside.has(module)),
    );
    for (const other of [...(chunk?.imports ?? []), ...next.map((each) => each.file)]) found.add(other);
  }
  return found;
}

/** The workers that these files name, since a worker is not an import, and their static imports. */
function workersOf(files: Iterable<string>): string[] {
  const named = (file: string) => read(file).match(/assets\/(?:\w+-)?worker-[\w-]+\.js/g) ?? [];
  const found = new Set([...files].flatMap(named));
  for (const worker of found)
    for (const [, next] of read(worker).matchAll(/(?:from|import)"\.\/([\w.-]+\.js)"/g))
      found.add(`assets/${next}`);
  return [...found];
}

function read(file: string): string {
  return readFileSync(path.join(dist, file), 'utf8');
}

function withImports(files: string[]): Set<string> {
  const found = new Set(files);
  for (const file of found) {
    for (const next of chunks.find((chunk) => chunk.file === file)?.imports ?? []) found.add(next);
  }
  return found;
}

/** The packages and folders that the initial files are made of, the largest first. */
function heaviest(initial: Set<string>): [string, number][] {
  const places = new Map<string, number>();
  for (const chunk of chunks.filter(({ file }) => initial.has(file))) {
    for (const [file, bytes] of Object.entries(chunk.modules)) {
      const place = file.match(/node_modules\/(?:@[^/]+\/)?[^/]+/)?.[0] ?? path.dirname(file);
      places.set(place, (places.get(place) ?? 0) + bytes);
    }
  }
  return [...places].sort((a, b) => b[1] - a[1]).slice(0, 15);
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1).padStart(6)} kB`;
}
