import { countValues, cutText, newId, syncLimits } from '@polylogue/sync';
import type { Folder } from '../conversation/index.ts';
import type { Prompt } from './prompt.ts';

/** Bytes of a file, and prompts in it. */
export const mostBytes = 5_000_000;
const mostPrompts = 2_000;

/** A prompt in a file: its folder by name. */
interface Written {
  name: string;
  text: string;
  folder: string | null;
}

/** All prompts as one file. */
export function promptsFile(prompts: readonly Prompt[], folders: readonly Folder[]): string {
  const written = prompts.map(
    ({ name, text, folder }): Written => ({
      name,
      text,
      folder: folders.find(({ id }) => id === folder)?.name ?? null,
    }),
  );
  return `${JSON.stringify({ polylogue: 'prompts', version: 1, prompts: written }, null, 2)}\n`;
}

type Read = { prompts: readonly Written[]; left: number } | { refused: string };

/** What a file has: `left` of its entries are not prompts, or too long. */
export function readPromptsFile(text: string): Read {
  const parsed = jsonOf(text);
  const listed = Array.isArray(parsed) ? parsed : Object(parsed).prompts;
  if (!Array.isArray(listed)) return { refused: 'This is not a file of prompts.' };
  if (countValues(listed, 10 * mostPrompts) > 10 * mostPrompts || listed.length > mostPrompts)
    return { refused: `A file may have at most ${mostPrompts.toLocaleString()} prompts.` };
  const prompts = listed.flatMap((entry) => writtenOf(entry) ?? []);
  return { prompts, left: listed.length - prompts.length };
}

function writtenOf(entry: unknown): Written | null {
  const { name, text, folder } = Object(entry) as Record<string, unknown>;
  if (typeof name !== 'string' || typeof text !== 'string' || name.trim() === '' || text === '') return null;
  if (text.length > syncLimits.instructionsLength) return null;
  const titled = (words: string) => cutText(words.trim(), syncLimits.titleLength);
  const isIn = typeof folder === 'string' && folder.trim() !== '';
  return { name: titled(name), text, folder: isIn ? titled(folder) : null };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The records to write for what was read: without those that are there already, with the folders that are missing. */
export function recordsToImport(
  read: readonly Written[],
  prompts: readonly Prompt[],
  folders: readonly Folder[],
) {
  const ids = new Map(folders.map(({ id, name }) => [name, id]));
  const nameOf = (id: string | null) => folders.find((one) => one.id === id)?.name ?? null;
  const keyOf = ({ name, text, folder }: Written) => JSON.stringify([name, text, folder]);
  const known = new Set(prompts.map((one) => keyOf({ ...one, folder: nameOf(one.folder) })));
  const made: { kind: string; record_id: string; values: Record<string, string | null> }[] = [];
  for (const one of read) {
    if (known.has(keyOf(one))) continue;
    known.add(keyOf(one));
    if (one.folder !== null && !ids.has(one.folder)) {
      ids.set(one.folder, newId());
      made.push({
        kind: 'folder',
        record_id: ids.get(one.folder) as string,
        values: { name: one.folder, color: 'straw' },
      });
    }
    const folder = one.folder === null ? null : (ids.get(one.folder) ?? null);
    made.push({ kind: 'prompt', record_id: newId(), values: { name: one.name, text: one.text, folder } });
  }
  return made;
}
