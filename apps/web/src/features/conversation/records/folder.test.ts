import { expect, test } from 'vitest';
import { foldersOf } from './folder.ts';
import { ownInstructions, ownInstructionsOf } from './instructions.ts';

const folder = (record_id: string, fields: object) => ({
  kind: 'folder',
  record_id,
  fields: fields as Record<string, readonly [string, number]>,
});

test('folders are in the order of their names, and other records are none', () => {
  const all = foldersOf([
    folder('1', {
      name: ['work', 1],
      color: ['blue', 1],
      instructions: ['Be brief.', 1],
      model: [{ provider: 'openai', model: 'gpt-6' }, 1],
    }),
    folder('2', { name: ['Garden', 1] }),
    { ...folder('3', { name: ['Aprompt', 1] }), kind: 'prompt' },
  ]);
  expect(all).toEqual([
    { id: '2', name: 'Garden', color: 'straw', instructions: '', model: null, changedAt: 1 },
    {
      id: '1',
      name: 'work',
      color: 'blue',
      instructions: 'Be brief.',
      model: { provider: 'openai', model: 'gpt-6' },
      changedAt: 1,
    },
  ]);
});

test('numbers in names are in the order of numbers', () => {
  const named = ['Client 10', 'client 2', 'Client 1'].map((name) => folder(name, { name: [name, 1] }));
  expect(foldersOf(named).map(({ name }) => name)).toEqual(['Client 1', 'client 2', 'Client 10']);
});

test('a folder of which nothing can be read still has a name', () => {
  for (const fields of [
    {},
    { name: [null, 1] },
    { name: [['x'], 1], color: ['octarine', 1], model: [{ model: 5 }, 1] },
  ]) {
    expect(foldersOf([folder('1', fields)])).toMatchObject([
      { id: '1', name: 'Unnamed folder', color: 'straw', instructions: '', model: null },
    ]);
  }
});

test('one’s own instructions are one record, with an id that every device knows', () => {
  const fields = { text: ['Be brief.', 1] as const };
  expect(ownInstructionsOf([{ ...ownInstructions, fields }])).toBe('Be brief.');
  expect(ownInstructionsOf([{ ...ownInstructions, record_id: 'other', fields }])).toBe('');
  expect(ownInstructionsOf([{ ...ownInstructions, fields: { text: [null, 2] } }])).toBe('');
});
