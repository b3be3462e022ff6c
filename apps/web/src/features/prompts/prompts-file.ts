import { countValues, cutText, newId, syncLimits } from '@polylogue/sync';
import { holdsKey } from '../../lib/drafts/saved-keys.ts';
import { counted, manyOf } from '../../lib/text/counts.ts';
import type { Folder } from '../conversation/index.ts';
import type { Prompt } from './prompt.ts';

/** Bytes of a file, and prompts in it: as many as an account may have. */
export const mostBytes = 20_000_000;
const mostPrompts = syncLimits.records;

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

interface Read {
  prompts: readonly Written[];
  /** How many entries are not prompts, or too long. */
  left: number;
  /** How many prompts are left out since a saved key is in them. */
  withKey: number;
}

/** What a file has. */
export function readPromptsFile(text: string): Read | { refused: string } {
  const parsed = jsonOf(text);
  const listed = Array.isArray(parsed) ? parsed : Object(parsed).prompts;
  if (!Array.isArray(listed)) return { refused: 'This is not a file of prompts.' };
  if (countValues(listed, 10 * mostPrompts) > 10 * mostPrompts || listed.length > mostPrompts)
    return { refused: `A file may have at most ${counted(mostPrompts)} prompts.` };
  if (listed.length === 0) return { refused: 'There are no prompts in it.' };
  const found = listed.flatMap((entry) => writtenOf(entry) ?? []);
  const prompts = found.filter((one) => !holdsKey(JSON.stringify(one)));
  const left = listed.length - found.length;
  if (found.length > 0) return { prompts, left, withKey: found.length - prompts.length };
  return {
    refused:
      left === 1
        ? 'Its only entry is not a prompt, which needs a “name” and a “text”.'
        : `None of its ${counted(left)} entries is a prompt: each needs a “name” and a “text”.`,
  };
}

/** What is said after prompts of a file have been added. */
export function importedWords(
  added: number,
  { left, withKey }: Omit<Read, 'prompts'>,
): { title: string; text?: string } {
  const sentences = [
    added === 0 && withKey === 0 && 'You have all prompts of this file.',
    left === 1 && '1 entry of the file was left out: it is not a prompt, or is too long.',
    left > 1 && `${counted(left)} entries of the file were left out: they are not prompts, or are too long.`,
    withKey > 0 && `Left out: ${manyOf(withKey, 'prompt')} with your API key. Take it out first.`,
  ].filter(Boolean);
  const title = added === 0 ? 'Nothing to import' : `${manyOf(added, 'prompt')} imported`;
  return { title, ...(sentences.length > 0 && { text: sentences.join(' ') }) };
}

const titled = (words: string) => cutText(words.trim(), syncLimits.titleLength);

function writtenOf(entry: unknown): Written | null {
  const { name, text, folder } = Object(entry) as Record<string, unknown>;
  if (typeof name !== 'string' || typeof text !== 'string' || name.trim() === '' || text === '') return null;
  if (text.length > syncLimits.instructionsLength) return null;
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
  const ids = new Map(folders.map(({ id, name }) => [titled(name), id]));
  const names = new Map(folders.map(({ id, name }) => [id, titled(name)]));
  const nameOf = (id: string | null) => (id === null ? null : (names.get(id) ?? null));
  const keyOf = ({ name, text, folder }: Written) => JSON.stringify([titled(name), text, folder]);
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
