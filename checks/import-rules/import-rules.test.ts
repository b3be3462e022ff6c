import { expect, test } from 'vitest';
import { importsOf, refusal } from './import-rules.ts';

const domains = 'apps/server/src/domains';
const features = 'apps/web/src/features';

/** A file, what it imports, and part of the message that refuses it. */
const refused: [file: string, specifier: string, sentence: string][] = [
  [`${domains}/friends/one.ts`, '../users/contacts.ts', 'users/service.ts'],
  [`${domains}/friends/two.ts`, '../users/store.ts', 'users/service.ts'],
  ['apps/server/src/admin/one.ts', '../domains/users/contacts.ts', 'users/service.ts'],
  ['apps/server/src/platform/web/one.ts', '../../domains/users/service.ts', 'does not know the domains'],
  ['apps/server/src/platform/http/one.ts', '../images/renderer.ts', 'nor the platform above it'],
  ['apps/server/src/platform/files/one.ts', '@polylogue/providers', 'does not know the domains'],
  ['apps/server/src/app.ts', '@polylogue/providers', 'never sees a key'],
  ['packages/contract/src/one.ts', '@polylogue/providers', 'nothing else of ours'],
  ['packages/contract/src/one.ts', 'react', 'nothing else of ours'],
  ['packages/providers/src/one.ts', 'zod', 'nothing else of ours'],
  ['packages/imitation/src/one.ts', '../../providers/src/catalog.ts', 'never from our adapters'],
  ['apps/web/src/lib/one.ts', '../ui/index.ts', 'nothing of ours'],
  ['apps/web/src/api/one.ts', '@polylogue/providers', 'no provider key'],
  [`${features}/keys/one.ts`, '../../api/index.ts', 'never gets to our server'],
  [`${features}/keys/one.ts`, '@polylogue/contract', 'never gets to our server'],
  [`${features}/thread/one.ts`, '../people/index.ts', 'no storage and no server'],
  [`${features}/thread/one.ts`, '../keys/setting.ts', 'at its door'],
  [`${features}/messages/list/one.ts`, '../../thread/index.ts', 'neither a thread'],
  [`${features}/messages/one.ts`, '../keys/index.ts', 'neither a thread'],
  [`${features}/messages/two.ts`, '@polylogue/providers', 'neither a thread'],
  [`${features}/thread/two.ts`, '../messages/list/message-list.tsx', 'at its door'],
  ['packages/markdown/src/one.ts', 'react', 'no React'],
  ['packages/markdown/src/two.ts', '../../../apps/web/src/lib/frame.ts', 'nothing of ours'],
  [`${features}/chat/one.ts`, '../sync/store/store.ts', 'sync/index.ts'],
  [`${features}/thread/three.ts`, '../sync/store/store.ts', 'no storage and no server'],
  [`${features}/sync/storage/one.ts`, '../../../api/index.ts', 'know no server'],
  [`${features}/sync/store/one.ts`, '../../../api/index.ts', 'know no server'],
  [`${features}/sync/rows/one.ts`, '../store/store.ts', 'from below'],
  [`${features}/auth/one.ts`, '../keys/index.ts', 'passwords are typed'],
  [`${features}/settings/one.ts`, '../thread/index.ts', 'nothing of provider keys'],
  [`${features}/people/one.ts`, '../../app/routes.ts', 'no other page'],
  [`${features}/challenge/one.ts`, '../keys/index.ts', 'foreign script'],
  [`${features}/challenge/turnstile/one.ts`, '../../keys/index.ts', 'foreign script'],
  [`${features}/challenge/two.ts`, '../thread/index.ts', 'foreign script'],
  [`${features}/challenge/altcha/one.ts`, '@polylogue/providers', 'foreign script'],
];

const allowed: [file: string, specifier: string][] = [
  [`${domains}/friends/three.ts`, '../users/service.ts'],
  [`${domains}/friends/four.ts`, '../../platform/database/database.ts'],
  [`${domains}/friends/six.ts`, './store.ts'],
  ['apps/server/src/admin/two.ts', '../domains/users/service.ts'],
  [`${features}/chat/two.ts`, '../sync/index.ts'],
  [`${features}/sync/exchange/one.ts`, '../../../api/index.ts'],
  [`${features}/sync/index.ts`, './store/store.ts'],
  [`${features}/challenge/three.ts`, '../../api/index.ts'],
  [`${features}/challenge/four.ts`, './altcha/fetch-challenge.ts'],
  [`${features}/challenge/turnstile/two.ts`, '../altcha/fetch-challenge.ts'],
  [`${features}/challenge/turnstile/three.ts`, '../../../ui/index.ts'],
];

test.each(refused)('%s may not import %s', (file, specifier, sentence) => {
  expect(refusal(file, specifier) ?? '').toContain(sentence);
});

test.each(allowed)('%s may import %s', (file, specifier) => {
  expect(refusal(file, specifier)).toBeNull();
});

test('types, re-exports and dynamic imports count as imports', () => {
  const text = `import type { A } from './a.ts';
export { b } from './b.ts';
export * from './c.ts';
const d = () => import('./d.ts');`;
  expect(importsOf('one.ts', text).sort()).toEqual(['./a.ts', './b.ts', './c.ts', './d.ts']);
});
