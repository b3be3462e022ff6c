import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';

/** What may lie where an ordinary file or folder is expected: what it is called, and how it is put there. */
export const oddPaths: Record<string, (path: string) => void> = {
  'a link that leads nowhere': (path) => symlinkSync('/nowhere/at-all', path),
  'a link to itself': (path) => symlinkSync(path, path),
  'a pipe': (path) => void execFileSync('mkfifo', [path]),
  'a device': (path) => symlinkSync('/dev/full', path),
  'a folder': (path) => mkdirSync(path),
};
