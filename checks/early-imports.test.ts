import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { type EcmaScriptModule, parseSync } from 'oxc-parser';
import { expect, test } from 'vitest';

const source = join(import.meta.dirname, '../apps/web/src');

/** The folders and files of the web app that early.ts may reach: all of them delay the text box. */
const mayReach = [
  'api/access-token.ts',
  'early',
  'features/chat',
  'features/chat/files',
  'features/chat/steering/cost/open-meter.ts',
  'features/chat/steering/models/model-chooser.ts',
  'features/chat/steering/settings',
  'features/composer',
  'features/composer/files',
  'features/file-reading',
  'features/keys',
  'features/keys/adapters',
  'features/messages/view/edit/edits.ts',
  'features/messages/find/finding.ts',
  'features/messages/view/list-state.ts',
  'features/messages/blocks/load-markdown.ts',
  'features/messages/view/message.ts',
  'features/messages/blocks/reply-text.ts',
  'features/thread',
  'features/record/list/has-records.ts',
  'features/usage/used-up/used-up.ts',
  'lib/files',
  'lib/lazy',
  'lib/page',
  'lib/schedule',
  'lib/state',
  'lib/text',
  'lib/drafts',
  'ui/text-box',
  'ui/toast/toast.ts',
];
/** The packages they may import. */
const packages = [
  '@polylogue/providers/catalog',
  '@polylogue/providers/endpoint',
  '@polylogue/providers/placeholder',
  '@polylogue/sync',
  '@polylogue/sync/reasoning',
];

const isIndex = (file: string) => file.endsWith('/index.ts');
const isOurs = (request: string) => request.startsWith('.');

function moduleAt(file: string): EcmaScriptModule {
  return parseSync(file, readFileSync(file, 'utf8')).module;
}

/** What runs before a module; of an index only the imported names, as the bundler does it. */
function importsOf(file: string): string[] {
  const { staticImports, staticExports } = moduleAt(file);
  const imported = staticImports.flatMap(({ moduleRequest, entries }) => {
    const names = entries.filter(({ isType }) => !isType).map(({ importName }) => importName.name ?? '');
    return entries.length > 0 && names.length === 0 ? [] : filesOf(file, moduleRequest.value, names);
  });
  const reExported = staticExports
    .flatMap(({ entries }) => entries)
    .flatMap(({ isType, moduleRequest, importName }) =>
      isType || !moduleRequest ? [] : filesOf(file, moduleRequest.value, [importName.name ?? '']),
    );
  return [...imported, ...reExported];
}

function filesOf(from: string, request: string, names: readonly string[]): string[] {
  if (!isOurs(request)) return [request];
  const file = join(dirname(from), request);
  return isIndex(file) ? names.flatMap((name) => behind(file, name)) : [file];
}

/** The module an index re-exports a name from. */
function behind(index: string, name: string): string[] {
  const entries = moduleAt(index).staticExports.flatMap((one) => one.entries);
  const entry = entries.find(({ exportName }) => exportName.name === name);
  if (!entry?.moduleRequest) throw new Error(`${relative(source, index)} does not export ${name}.`);
  return filesOf(index, entry.moduleRequest.value, [entry.importName.name ?? name]);
}

function reachedFrom(beginning: string): string[] {
  const found = new Set([beginning]);
  for (const file of found) if (/\.ts$/.test(file)) for (const next of importsOf(file)) found.add(next);
  return [...found];
}

const isAllowed = (file: string) =>
  packages.includes(file) ||
  mayReach.includes(relative(source, file)) ||
  (mayReach.includes(relative(source, dirname(file))) && /\.ts(?:\?worker&url)?$/.test(file));

test('code that runs before React reaches only what is listed here, and no component', () => {
  const reached = reachedFrom(join(source, 'early/early.ts'));
  expect(reached).toContain(join(source, 'features/chat/chats.ts'));
  expect(reached.filter((file) => !isAllowed(file)).map((file) => relative(source, file))).toEqual([]);
});
