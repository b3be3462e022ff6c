import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { admin } from './admin.ts';

/** A fresh data folder, and a command line that works on it. */
export async function commandLine(env: Record<string, string> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'polylogue-admin-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const dataDir = join(folder, 'data');
  return {
    folder,
    dataDir,
    async type(...args: string[]) {
      const output: string[] = [];
      const errors: string[] = [];
      const code = await admin(args, {
        env: { DATA_DIR: dataDir, ...env },
        print: (line) => void output.push(line),
        printError: (line) => void errors.push(line),
      });
      return { code, output: output.join('\n'), errors: errors.join('\n') };
    },
  };
}
