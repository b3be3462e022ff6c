import { type Chunk, entryPoints, filesOf } from './chunks.ts';
import type { Build } from './src/service-worker/worker.ts';

/** A larger file (bytes) that no document refers to is fetched only when it is used, to spare phone data plans. */
const tooLarge = 300_000;

/**
 * What a build's service worker caches, so that the app opens and works without a connection. `workers`: their files, which
 * are built by themselves and are no chunks.
 */
export function buildOf(
  id: string,
  documents: readonly string[],
  chunks: readonly Chunk[],
  workers: readonly string[] = [],
): Build {
  const initial = [...new Set(documents.flatMap((html) => html.match(/\/assets\/[\w.-]+/g) ?? []))];
  const files = chunks
    .filter((chunk) => isOurs(chunk) && weight(chunk) <= tooLarge)
    .flatMap((chunk) => [chunk.file, ...chunk.imports, ...chunk.styles])
    .map((file) => `/${file}`)
    .concat(workers.map((name) => `/assets/${name}`));
  const onDemand = [...new Set(files)].filter((file) => !initial.includes(file)).sort();
  return { id, initial, onDemand };
}

/** The service worker's script: a classic one, since not every browser runs a module there. */
export function serviceWorkerScript(build: Build, code: string): string {
  if (/^(?:import|export)\b/m.test(code))
    throw new Error(`${entryPoints.serviceWorker} must be one plain script.`);
  return `const build = ${JSON.stringify(build)};\n${code}`;
}

export const serviceWorkerFile = (chunks: readonly Chunk[]): string =>
  filesOf(entryPoints.serviceWorker, chunks)[0].file;

// Grammars and fonts are not our code: they are cached on first use.
const isOurs = ({ modules }: Chunk) =>
  Object.keys(modules).some((module) => /^(?:apps\/web|packages)\//.test(module)) &&
  !(entryPoints.serviceWorker in modules);

const weight = ({ modules }: Chunk) => Object.values(modules).reduce((sum, bytes) => sum + bytes, 0);
