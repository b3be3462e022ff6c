import { beginnings, type Chunk, filesOf } from './chunks.ts';
import type { Build } from './src/service-worker/worker.ts';

/** Bytes beyond which a file that no document names waits for its first use, on a phone's plan as well. */
const tooLarge = 300_000;

/** What the service worker of a build keeps, so that the app opens and works without a connection. */
export function buildOf(id: string, documents: readonly string[], chunks: readonly Chunk[]): Build {
  const first = [...new Set(documents.flatMap((html) => html.match(/\/assets\/[\w.-]+/g) ?? []))];
  const files = chunks
    .filter((chunk) => isOurs(chunk) && weight(chunk) <= tooLarge)
    .flatMap((chunk) => [chunk.file, ...chunk.imports, ...chunk.styles])
    .map((file) => `/${file}`);
  return { id, first, later: [...new Set(files)].filter((file) => !first.includes(file)).sort() };
}

/** The service worker's script: a plain one, since not every browser runs a module there. */
export function serviceWorkerScript(build: Build, code: string): string {
  if (/^(?:import|export)\b/m.test(code))
    throw new Error(`${beginnings.serviceWorker} must be one plain script.`);
  return `const build = ${JSON.stringify(build)};\n${code}`;
}

export const serviceWorkerFile = (chunks: readonly Chunk[]): string =>
  filesOf(beginnings.serviceWorker, chunks)[0].file;

// A grammar or a font is no code of ours: anyone who needs one has it from then on.
const isOurs = ({ modules }: Chunk) =>
  Object.keys(modules).some((module) => /^(?:apps\/web|packages)\//.test(module)) &&
  !(beginnings.serviceWorker in modules);

const weight = ({ modules }: Chunk) => Object.values(modules).reduce((sum, bytes) => sum + bytes, 0);
