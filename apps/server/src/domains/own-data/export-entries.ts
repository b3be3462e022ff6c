import type { ZipEntry } from '../../platform/zip/zip.ts';
import { distinctNames } from './names.ts';
import type { PersonalDataSource } from './personal-data-source.ts';
import { readme } from './readme.ts';

interface ExportEntriesDeps {
  sources: readonly PersonalDataSource[];
  userId: string;
  /** The public origin. */
  origin: string;
  at: Date;
}

/** Files per batch: the writing code asks for the next when it has these. */
const batch = 100;

/** Says which file belongs where: several may have one name, and one several. */
const pathsName = 'file-paths';

/** The entries of a person's copy, in batches: the data of each source, the README, the files and their paths. */
export async function* exportEntries({
  sources,
  userId,
  origin,
  at,
}: ExportEntriesDeps): AsyncGenerator<ZipEntry[]> {
  const distinct = distinctNames();
  const names: string[] = [];
  for (const source of sources) {
    for (const [name, value] of Object.entries(await source.collect(userId))) {
      names.push(name);
      yield [{ name: distinct(`${name}.json`), text: `${JSON.stringify(value, null, 2)}\n` }];
    }
  }
  for (const source of sources) {
    for await (const text of source.texts?.(userId) ?? []) {
      if ('name' in text) names.push(...topJson(text.name));
      yield ['name' in text ? { ...text, name: distinct(text.name) } : text];
    }
  }
  names.push(pathsName);
  yield [{ name: distinct('README.txt'), text: readme({ origin, at, names }) }];
  let some: ZipEntry[] = [];
  const paths: string[] = [];
  for (const source of sources) {
    for await (const { name, open, ids } of source.files?.(userId) ?? []) {
      const path = distinct(name);
      some.push({ name: path, open });
      for (const id of await ids()) paths.push(JSON.stringify({ ...id, path }));
      if (some.length < batch) continue;
      yield some;
      some = [];
    }
  }
  const text = paths.length > 0 ? `[\n  ${paths.join(',\n  ')}\n]\n` : '[]\n';
  yield [...some, { name: distinct(`${pathsName}.json`), text }];
}

/** The name of a JSON file beside the README, without its extension. */
const topJson = (name: string) => /^([^/]+)\.json$/.exec(name)?.slice(1) ?? [];

/** Approximate size of these entries (bytes); at least one. */
export async function exportSize(sources: readonly PersonalDataSource[], userId: string): Promise<number> {
  let bytes = 1;
  for (const source of sources) {
    bytes += (await source.textBytes?.(userId)) ?? 0;
    for await (const { size } of source.files?.(userId) ?? []) bytes += size;
  }
  return bytes;
}
