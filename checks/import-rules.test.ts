import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const domains = 'apps/server/src/domains';
const features = 'apps/web/src/features';

/** A file, what it imports, and the sentence with which that is refused. */
const refused: [file: string, specifier: string, sentence: string][] = [
  [`${domains}/friends/one.ts`, '../users/contacts.ts', 'service.ts only'],
  [`${domains}/friends/two.ts`, '../users/store.ts', 'service.ts only'],
  ['apps/server/src/admin/one.ts', '../domains/users/contacts.ts', 'service.ts only'],
  ['apps/server/src/platform/web/one.ts', '../../domains/users/service.ts', 'does not know the domains'],
  [`${features}/challenge/one.ts`, '../keys/index.ts', 'foreign script'],
  [`${features}/challenge/turnstile/one.ts`, '../../keys/index.ts', 'foreign script'],
  [`${features}/challenge/two.ts`, '../thread/index.ts', 'foreign script'],
  [`${features}/challenge/altcha/one.ts`, '@polylogue/providers', 'touches providers'],
];

const allowed: [file: string, specifier: string][] = [
  [`${domains}/friends/three.ts`, '../users/service.ts'],
  [`${domains}/friends/four.ts`, '../../platform/database/id.ts'],
  [`${domains}/friends/five.ts`, '../../config.ts'],
  [`${domains}/friends/six.ts`, './store.ts'],
  ['apps/server/src/admin/two.ts', '../domains/users/service.ts'],
  [`${features}/challenge/three.ts`, '../../api/index.ts'],
  [`${features}/challenge/four.ts`, './altcha/ask.ts'],
  [`${features}/challenge/turnstile/two.ts`, '../altcha/ask.ts'],
  [`${features}/challenge/turnstile/three.ts`, '../../../ui/index.ts'],
];

const folder = mkdtempSync(join(tmpdir(), 'polylogue-rules-'));
afterAll(() => rmSync(folder, { recursive: true }));
const found = new Map<string, string>();

beforeAll(() => {
  const rules = JSON.parse(readFileSync(join(root, 'biome.json'), 'utf8'));
  rules.vcs.enabled = false;
  writeFileSync(join(folder, 'biome.json'), JSON.stringify({ ...rules, $schema: undefined }));
  for (const [file, specifier] of [...refused, ...allowed]) {
    const path = join(folder, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, `import { one } from '${specifier}';\none();\n`);
  }
  const { stdout } = spawnSync(
    join(root, 'node_modules/.bin/biome'),
    ['lint', '--reporter=json', '--only=style/noRestrictedImports'],
    { cwd: folder, encoding: 'utf8' },
  );
  for (const { location, message } of JSON.parse(stdout).diagnostics) found.set(location.path, message);
});

test.each(refused)('%s may not import %s', (file, _, sentence) => {
  expect(found.get(file) ?? '').toContain(sentence);
});

test.each(allowed)('%s may import %s', (file) => {
  expect(found.get(file)).toBeUndefined();
});
