import type { Me, ProfileChange } from '@polylogue/contract';
import type { profileRules } from '../../form/index.ts';

export type Field = keyof typeof profileRules;
/** The profile as typed. */
export type Fields = Record<Field, string>;

export const fieldNames: readonly Field[] = [
  'username',
  'first_name',
  'last_name',
  'tagline',
  'bio',
  'location',
  'birth_date',
  'phone_number',
];

export function fieldsOf(me: Pick<Me, Field>): Fields {
  return Object.fromEntries(fieldNames.map((name) => [name, me[name] ?? ''])) as Fields;
}

/** What to send to the server: only what was changed, so that another tab's changes stay. */
export function changeOf(typed: Fields, changed: readonly Field[]): ProfileChange {
  return Object.fromEntries(changed.map((name) => [name, typed[name].trim() || null]));
}
