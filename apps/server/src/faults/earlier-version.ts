import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../../..');

export interface EarlierVersion {
  /** Where its sources are, ready to run. */
  root: string;
  remove(): Promise<void>;
}

/**
 * The version before the one that added `path`, with today's web app unless it is to be built; undefined without the git
 * history.
 */
export async function versionBefore(
  path: string,
  { isBuilt = false } = {},
): Promise<EarlierVersion | undefined> {
  const commit = git('log', '--diff-filter=A', '--format=%H', '--', path)?.trim().split('\n').at(-1);
  if (!commit) return undefined;
  const folder = await mkdtemp(join(tmpdir(), 'polylogue-earlier-'));
  try {
    const packed = execFileSync('git', ['archive', `${commit}^`], { cwd: root, maxBuffer: 2 ** 28 });
    execFileSync('tar', ['-x', '-C', folder], { input: packed });
    await linkPackages(folder);
    await symlink(join(root, 'apps/server/node_modules'), join(folder, 'apps/server/node_modules'));
    if (isBuilt) {
      await symlink(join(root, 'apps/web/node_modules'), join(folder, 'apps/web/node_modules'));
      execFileSync(process.execPath, ['apps/web/build.ts'], { cwd: folder, stdio: 'ignore' });
    } else {
      await symlink(join(root, 'apps/web/dist'), join(folder, 'apps/web/dist'));
    }
  } catch {
    await rm(folder, { recursive: true, force: true });
    return undefined;
  }
  return { root: folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** Third-party packages as they are now, but our own as they were then. */
async function linkPackages(folder: string) {
  const modules = join(folder, 'node_modules');
  await mkdir(join(modules, '@polylogue'), { recursive: true });
  for (const name of await readdir(join(root, 'node_modules'))) {
    if (name === '@polylogue') continue;
    await symlink(join(root, 'node_modules', name), join(modules, name));
  }
  for (const name of await readdir(join(folder, 'packages'))) {
    await symlink(join(folder, 'packages', name), join(modules, '@polylogue', name));
  }
}

function git(...args: string[]): string | undefined {
  try {
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  } catch {
    return undefined;
  }
}
