import { dirname, join } from 'node:path';
import { parseSync } from 'oxc-parser';
import { layers, type Part } from './layers.ts';

const byLength = layers.toSorted((one, other) => other.folder.length - one.folder.length);

const isIn = (file: string, folder: string) => file === folder || file.startsWith(`${folder}/`);

/** The part that a file belongs to. */
const partOf = (file: string): Part | undefined => byLength.find(({ folder }) => isIn(file, folder));

/** Why a file may not import this; null: it may. Paths are from the root. */
export function refusal(file: string, specifier: string): string | null {
  const part = partOf(file);
  if (!part) return null;
  const target = targetOf(file, specifier);
  if (target === null) return part.without?.includes(nameOf(specifier)) ? part.why : null;
  const other = partOf(target);
  // Data beside the sources, such as package.json.
  if (!other && !target.startsWith('packages/')) return null;
  if (!other) return part.why;
  if (other === part) return null;
  const isAllowed = part.imports.some((folder) => isIn(other.folder, folder));
  if (!isAllowed) return part.why;
  const door = (folder: string, entry: string) =>
    `A neighbour is met at its door: import ${folder}/${entry}.`;
  if (other.inside && !isIn(part.folder, other.inside)) return door(other.inside, 'index.ts');
  const isWired = part.folder.startsWith('apps/server/src') && !/\/(domains|admin)(\/|$)/.test(part.folder);
  if (isWired || other.entry === undefined || target === `${other.folder}/${other.entry}`) return null;
  return door(other.folder, other.entry);
}

const nameOf = (specifier: string) => specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');

/** Our file or package that is imported; null for any other package. */
function targetOf(file: string, specifier: string): string | null {
  if (specifier.startsWith('.')) return join(dirname(file), specifier.replace(/\?.*$/, ''));
  if (!specifier.startsWith('@polylogue/')) return null;
  return `packages/${specifier.split('/')[1]}`;
}

/** Everything that a module imports or re-exports, types included. */
export function importsOf(file: string, text: string): string[] {
  const { staticImports, staticExports, dynamicImports } = parseSync(file, text).module;
  const reExported = staticExports.flatMap(({ entries }) =>
    entries.flatMap((one) => one.moduleRequest?.value ?? []),
  );
  const lazy = dynamicImports.flatMap(({ moduleRequest }) => {
    const [, specifier] = /^['"`](.*)['"`]$/.exec(text.slice(moduleRequest.start, moduleRequest.end)) ?? [];
    return specifier ?? [];
  });
  return [...staticImports.map(({ moduleRequest }) => moduleRequest.value), ...reExported, ...lazy];
}
