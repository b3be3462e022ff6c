import { expect, test } from 'vitest';
import type { Folder } from '../conversation/index.ts';
import { promptsFile, readPromptsFile, recordsToImport } from './prompts-file.ts';

const folder: Folder = { id: 'f', name: 'Work', color: 'blue', instructions: '', model: null, changedAt: 0 };
const prompts = [
  { id: 'a', name: 'Shorten', text: 'Shorten {{text}}', folder: 'f' },
  { id: 'b', name: 'Rhyme', text: 'Rhyme.', folder: null },
];
const readAgain = () => {
  const read = readPromptsFile(promptsFile(prompts, [folder]));
  if ('refused' in read) throw new Error(read.refused);
  return read;
};

test('what was exported is imported again, with the folders that are missing [PROMPT-03]', () => {
  const made = recordsToImport(readAgain().prompts, [], []);
  expect(made.map(({ kind, values }) => [kind, values.name, values.text])).toEqual([
    ['folder', 'Work', undefined],
    ['prompt', 'Shorten', 'Shorten {{text}}'],
    ['prompt', 'Rhyme', 'Rhyme.'],
  ]);
  expect(made[1]?.values.folder).toBe(made[0]?.record_id);
});

test('importing the same file again adds nothing', () => {
  expect(recordsToImport(readAgain().prompts, prompts, [folder])).toEqual([]);
});

test.each(['', 'null', '{}', '{"prompts":1}', '[', 'hello'])('%s is no file of prompts', (text) => {
  expect(readPromptsFile(text)).toEqual({ refused: 'This is not a file of prompts.' });
});

test('of a file of anything, what is a prompt is read, and the rest is counted', () => {
  const file = [1, null, { name: 'a' }, { name: ' ', text: 'x' }, { name: 'a', text: 'x'.repeat(40_000) }];
  const good = { name: 'Rhyme', text: 'Rhyme.', stars: 5 };
  expect(readPromptsFile(JSON.stringify([...file, good]))).toEqual({
    prompts: [{ name: 'Rhyme', text: 'Rhyme.', folder: null }],
    left: 5,
  });
});

test('a file with too many is refused as a whole', () => {
  const many = JSON.stringify(Array.from({ length: 2_001 }, () => ({ name: 'a', text: 'b' })));
  expect(readPromptsFile(many)).toHaveProperty('refused');
});
