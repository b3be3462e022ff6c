import type { Me, ProfileChange } from '@polylogue/contract';
import type { profileRules } from '../../form/index.ts';

export type ProfileField = keyof typeof profileRules;
/** The profile as typed. */
export type ProfileFields = Record<ProfileField, string>;

export const fieldNames: readonly ProfileField[] = [
  'username',
  'first_name',
  'last_name',
  'tagline',
  'bio',
  'location',
  'birth_date',
  'phone_number',
];

export function fieldsOf(me: Pick<Me, ProfileField>): ProfileFields {
  return Object.fromEntries(fieldNames.map((name) => [name, me[name] ?? ''])) as ProfileFields;
}

/** What to send to the server: only what was changed, so that another tab's changes stay. */
export function changeOf(typed: ProfileFields, changed: readonly ProfileField[]): ProfileChange {
  return Object.fromEntries(changed.map((name) => [name, typed[name].trim() || null]));
}
