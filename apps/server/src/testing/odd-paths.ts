import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';

/** What may be where an ordinary file or folder is expected: its name, and how to put it there. */
export const oddPaths: Record<string, (path: string) => void> = {
  'a link that leads nowhere': (path) => symlinkSync('/nowhere/at-all', path),
  'a link to itself': (path) => symlinkSync(path, path),
  'a pipe': (path) => void execFileSync('mkfifo', [path]),
  'a device': (path) => symlinkSync('/dev/full', path),
  'a folder': (path) => mkdirSync(path),
};
