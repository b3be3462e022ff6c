import { fieldValue, type Json, type StampedFields } from '@polylogue/sync';
import type { StoredFields } from '../../record/list/index.ts';

/** Something that someone has made besides conversations. */
export interface NamedRecord {
  /** Of one: more of them end in `s`. */
  noun: string;
  /** What this one is called. */
  title: string;
}

const nouns: Readonly<Record<string, string>> = {
  folder: 'folder',
  file: 'file',
  prompt: 'prompt',
  search: 'saved search',
};
/** Of these there is one each. */
const single: Readonly<Record<string, { noun: string; title: string; value: string }>> = {
  instructions: { noun: 'instructions', title: 'Instructions for all conversations', value: 'text' },
  budget: { noun: 'budget', title: 'Monthly budget', value: 'monthly_usd_micros' },
};

/** Whether an account has one of this kind at most. */
export const isSingle = (kind: string): boolean => Object.hasOwn(single, kind);

/** What the only record of a kind says; undefined: nothing. */
export const singleValue = (kind: string, fields: StampedFields): Json | undefined => {
  const one = single[kind];
  return one && fieldValue(fields, one.value);
};

/** How records are called in a sentence; without those that say nothing. */
export function namedRecords(list: readonly StoredFields[]): NamedRecord[] {
  return list.flatMap(({ kind, fields }) => {
    const one = single[kind];
    if (one) return fieldValue(fields, one.value) ? [{ noun: one.noun, title: one.title }] : [];
    const noun = nouns[kind] ?? 'record';
    const name = fieldValue(fields, 'name');
    const isNamed = typeof name === 'string' && name.trim() !== '';
    const title = `${noun.charAt(0).toUpperCase()}${noun.slice(1)}`;
    return [{ noun, title: isNamed ? `${title} “${name.trim()}”` : `${title} without a name` }];
  });
}
