import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { admin } from './admin.ts';

/** A data folder of its own, and the command line at work in it. */
export async function commandLine(env: Record<string, string> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'polylogue-admin-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const dataDir = join(folder, 'data');
  return {
    folder,
    dataDir,
    async type(...args: string[]) {
      const said: string[] = [];
      const complained: string[] = [];
      const code = await admin(args, {
        env: { DATA_DIR: dataDir, ...env },
        say: (line) => void said.push(line),
        complain: (line) => void complained.push(line),
      });
      return { code, said: said.join('\n'), complained: complained.join('\n') };
    },
  };
}
