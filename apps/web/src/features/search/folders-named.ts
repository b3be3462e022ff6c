import { foldLetters } from '@polylogue/sync/search';
import type { Folder } from '../conversation/index.ts';

/** The folders with this name; without one, those whose names begin so. */
export function foldersNamed(folders: readonly Folder[], name: string): readonly Folder[] {
  const wanted = foldLetters(name.trim());
  const same = folders.filter((one) => foldLetters(one.name) === wanted);
  return same.length > 0 ? same : folders.filter((one) => foldLetters(one.name).startsWith(wanted));
}
