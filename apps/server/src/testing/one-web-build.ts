import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { buildWeb } from './web-build.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder that every test server serves, unless a test gives it another. */
    webBuild: string;
  }
}

/** Vitest's global setup: one web build for all test files, none of which may change it. */
export default async function oneWebBuild({ provide }: TestProject) {
  const folder = await mkdtemp(join(tmpdir(), 'polylogue-web-'));
  await buildWeb(folder);
  provide('webBuild', folder);
  return () => rm(folder, { recursive: true, force: true });
}
