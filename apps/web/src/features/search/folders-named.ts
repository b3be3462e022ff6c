import type { Folder } from '../conversation/index.ts';
import { comparable } from './meant.ts';

/** The folders with this name; without one, those whose names begin so. */
export function foldersNamed(folders: readonly Folder[], name: string): readonly Folder[] {
  const wanted = comparable(name);
  const same = folders.filter((one) => comparable(one.name) === wanted);
  return same.length > 0 ? same : folders.filter((one) => comparable(one.name).startsWith(wanted));
}
