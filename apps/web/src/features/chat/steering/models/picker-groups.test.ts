import { expect, test } from 'vitest';
import type { SavedProvider } from '../../../keys/index.ts';
import type { ModelGroup } from './model-groups.ts';
import { pickerGroups } from './picker-groups.ts';
import type { ListingState } from './use-listings.ts';

const connection: SavedProvider = {
  provider: 'openai',
  origin: 'http://host',
  name: 'host',
  model: 'mine',
};
const summary = { price: null, contextWindow: null, readsImages: null };
const groupOf = (...models: string[]): ModelGroup => ({
  connection,
  label: 'host',
  models: models.map((model) => ({ connection, model, name: model, summary })),
});
const shown = (group: ModelGroup, text = '', state?: ListingState) =>
  pickerGroups({ groups: [group], text, chosen: connection, stateOf: () => state });
const rowsOf = (groups: ReturnType<typeof shown>) =>
  groups.flatMap(({ items }) => items.map(({ label, note, action: does }) => [label, note, does]));

test('a failed listing says why and what helps, above the models that are known anyway [COST-26]', () => {
  const failed = { type: 'failed', why: 'host could not be reached.' } as const;
  expect(rowsOf(shown(groupOf('mine'), '', { ...failed, isKey: false }))).toEqual([
    ['No list of models: host could not be reached.', 'Try again', 'list'],
    ['mine', undefined, 'switch'],
  ]);
  expect(rowsOf(shown(groupOf('mine'), '', { ...failed, isKey: true }))[0]).toEqual([
    'No list of models: host could not be reached.',
    'Open Settings',
    'configure',
  ]);
});

test('a key that others could read on the way is sent for a list only on request [COST-26]', () => {
  expect(rowsOf(shown(groupOf('mine'), '', { type: 'on-request' }))[0]).toEqual([
    expect.stringContaining('would travel unencrypted'),
    'List them',
    'list',
  ]);
});

test('a typed name that is not in the list can be used, after everything that matches [COST-25]', () => {
  expect(rowsOf(shown(groupOf('mine', 'other'), 'min'))).toEqual([
    ['mine', undefined, 'switch'],
    ['Use “min”', undefined, 'switch'],
  ]);
  expect(rowsOf(shown(groupOf('mine'), 'mine'))).toEqual([['mine', undefined, 'switch']]);
});

test('a list too long to read says how long it is', () => {
  const many = groupOf(...Array.from({ length: 300 }, (_, at) => `model-${at}`));
  const [group] = shown(many);
  expect(group?.items).toHaveLength(60);
  expect(group).toMatchObject({ state: '60 of 300: type to find the others' });
  expect(shown(many, 'model-29')[0]?.items).toHaveLength(11);
});
