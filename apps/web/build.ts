import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, glob, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { type Chunk, pageDocuments } from './chunks.ts';
import { bareDocument, chatDocument } from './documents.ts';
import { keepEarlier } from './keep-earlier.ts';
import { buildOf, serviceWorkerFile, serviceWorkerScript } from './offline.ts';
import { withoutStorage } from './without-storage.ts';

const web = import.meta.dirname;
const repository = path.join(web, '../..');
const dist = path.join(web, 'dist');
const stampFile = path.join(dist, '.stamp');
const sourceGlobs = [
  'apps/web/{src,public}/**/*',
  'apps/web/*.{html,json,ts}',
  'packages/{contract,markdown,providers,sync}/package.json',
  'packages/{contract,markdown,providers,sync}/src/**/*',
  'package-lock.json',
];
const texts = /\.(?:js|css|html|svg|json|txt|webmanifest|xml)$/;

const stamp = await fingerprint();
if (!process.argv.includes('--if-stale') || (await storedStamp()) !== stamp) await build();

async function build() {
  console.log('Building the web app…');
  // Built in a separate folder and swapped in whole, so that a running server never sees half a build.
  const aside = path.join(web, `.build-${process.pid}`);
  const fresh = path.join(aside, 'dist');
  try {
    const vite = await loadVite();
    const common = { configFile: path.join(web, 'vite.config.ts'), logLevel: 'warn' } as const;
    await vite.build({ ...common, build: { outDir: fresh, emptyOutDir: true } });
    // A separate build, never part of the app: see diagram.config.ts.
    const diagram = { configFile: path.join(web, 'diagram.config.ts'), logLevel: 'warn' } as const;
    await vite.build({ ...diagram, build: { outDir: fresh } });
    const ahead = path.join(aside, 'ahead');
    await vite.build({ ...common, build: { ssr: 'src/prerender.tsx', outDir: ahead } });
    withoutStorage();
    await checkModules(fresh);
    await writeDocuments(fresh, await import(path.join(ahead, 'prerender.js')));
    await writeServiceWorker(fresh);
    await compress(fresh);
    await keepEarlier(path.join(dist, 'assets'), path.join(fresh, 'assets'));
    await writeFile(path.join(fresh, '.stamp'), stamp);
    await swapIn(fresh, path.join(aside, 'old'));
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
}

/** The bundler can write a file that exports what it does not have, if a group of `chunks.ts` lacks a module. */
async function checkModules(folder: string) {
  const assets = path.join(folder, 'assets');
  const files = (await readdir(assets))
    .filter((name) => name.endsWith('.js'))
    .map((name) => path.join(assets, name));
  const compile = `
    import { readFileSync } from 'node:fs';
    import { SourceTextModule } from 'node:vm';
    for (const file of process.argv.slice(1))
      new SourceTextModule(readFileSync(file, 'utf8'), { identifier: file });`;
  const flags = ['--experimental-vm-modules', '--no-warnings', '--input-type=module'];
  await promisify(execFile)(process.execPath, [...flags, '-e', compile, ...files]);
}

interface Prerender {
  prerender(path: string): Promise<string>;
}

async function writeDocuments(folder: string, { prerender }: Prerender) {
  const at = (name: string) => path.join(folder, name);
  const template = await readFile(at('index.html'), 'utf8');
  const chunks: Chunk[] = JSON.parse(await readFile(at('.chunks.json'), 'utf8'));
  await writeFile(at('chat.html'), chatDocument(template, await prerender('/chat'), chunks));
  for (const [name, next] of Object.entries(pageDocuments)) {
    await writeFile(at(name), bareDocument(template, chunks, next));
  }
}

async function writeServiceWorker(folder: string) {
  const at = (name: string) => path.join(folder, name);
  const listed: Chunk[] = JSON.parse(await readFile(at('.chunks.json'), 'utf8'));
  // The bundler drops chunks that turned out empty after they were listed.
  const chunks = listed.filter(({ file }) => existsSync(at(file)));
  const documents = await Promise.all(['index.html', 'chat.html'].map((name) => readFile(at(name), 'utf8')));
  const built = at(serviceWorkerFile(chunks));
  const code = await readFile(built, 'utf8');
  await rm(built);
  const workers = (await readdir(at('assets'))).filter((name) => /^(?:\w+-)?worker-[\w-]+\.js$/.test(name));
  const script = serviceWorkerScript(buildOf(stamp.slice(0, 16), documents, chunks, workers), code);
  await writeFile(at('service-worker.js'), script);
}

async function swapIn(fresh: string, old: string) {
  for (let attempt = 1; ; attempt += 1) {
    await rename(dist, `${old}-${attempt}`).catch(unless('ENOENT'));
    const isThere = await rename(fresh, dist).then(() => true, unless('ENOTEMPTY', 'EEXIST'));
    // Another build slipped in between: replace it, as would have happened a moment later anyway.
    if (isThere || attempt === 5) return;
  }
}

function unless(...codes: string[]) {
  return (error: NodeJS.ErrnoException) => {
    if (!codes.includes(error.code ?? '')) throw error;
  };
}

async function loadVite() {
  try {
    return await import('vite');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    console.error('The build tool is not installed. Run `npm install --include=dev` and start again.');
    process.exit(1);
  }
}

/** A hash of everything the build is made from: it changes when any of it does. */
async function fingerprint(): Promise<string> {
  const hash = createHash('sha256').update(process.version);
  for await (const { file, content } of sources()) hash.update(`${file}\n`).update(content);
  return hash.digest('hex');
}

async function* sources() {
  const files: string[] = [];
  for await (const entry of glob(sourceGlobs, { cwd: repository, withFileTypes: true })) {
    if (entry.isFile() && !/\.test\.tsx?$/.test(entry.name)) {
      files.push(path.join(entry.parentPath, entry.name));
    }
  }
  for (const file of files.sort()) {
    yield { file: path.relative(repository, file), content: await readFile(file) };
  }
}

async function storedStamp(): Promise<string | undefined> {
  return existsSync(stampFile) ? await readFile(stampFile, 'utf8') : undefined;
}

/** Writes .br and .gz versions of every text file, so that the server never compresses anything. */
async function compress(folder: string) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  await Promise.all(
    entries
      .filter((entry) => entry.isFile() && texts.test(entry.name) && !entry.name.startsWith('.'))
      .map(async (entry) => {
        const file = path.join(entry.parentPath, entry.name);
        const content = await readFile(file);
        if (await copiedFromDist(path.relative(folder, file), file, content)) return;
        const brotli = promisify(brotliCompress)(content, {
          params: {
            [constants.BROTLI_PARAM_QUALITY]: 11,
            [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
          },
        });
        await writeFile(`${file}.br`, await brotli);
        await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }));
      }),
  );
}

/** Compressing takes over half of a build, and most files are those of the last one. */
async function copiedFromDist(name: string, file: string, content: Buffer): Promise<boolean> {
  const earlier = path.join(dist, name);
  try {
    if (!content.equals(await readFile(earlier))) return false;
    for (const kind of ['.br', '.gz']) await copyFile(earlier + kind, file + kind);
    return true;
  } catch {
    return false;
  }
}
