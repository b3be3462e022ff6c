import { syncLimits } from '@polylogue/sync';
import { expect, onTestFinished, test } from 'vitest';
import { registerKeys } from '../../lib/drafts/saved-keys.ts';
import type { Folder } from '../conversation/index.ts';
import { importedWords, promptsFile, readPromptsFile, recordsToImport } from './prompts-file.ts';

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
    withKey: 0,
  });
});

test('a prompt with a saved key in it is not imported, and that is said', () => {
  registerKeys({ mask: (text) => text.replaceAll('sk-secret', '•••'), listen: () => {} });
  onTestFinished(() => registerKeys({ mask: (text) => text, listen: () => {} }));
  const file = [
    { name: 'Rhyme', text: 'Rhyme.', folder: 'Keys' },
    { name: 'Call', text: 'curl -H "Authorization: Bearer sk-secret"', folder: 'Work' },
    { name: 'sk-secret', text: 'Note' },
  ];
  const read = readPromptsFile(JSON.stringify(file));
  if ('refused' in read) throw new Error(read.refused);
  const made = recordsToImport(read.prompts, [], []);
  expect(made.map(({ values }) => values.name)).toEqual(['Keys', 'Rhyme']);
  expect(importedWords(1, read)).toEqual({
    title: '1 prompt imported',
    text: 'Left out: 2 prompts with your API key. Take it out first.',
  });
  expect(importedWords(0, read)).toEqual({
    title: 'Nothing to import',
    text: 'Left out: 2 prompts with your API key. Take it out first.',
  });
});

test('a file of something else is refused, and says what a prompt needs [PROMPT-04]', () => {
  const others = [{ title: 'Rhyme', content: 'Rhyme.' }, { act: 'Poet' }];
  expect(readPromptsFile(JSON.stringify(others))).toEqual({
    refused: 'None of its 2 entries is a prompt: each needs a “name” and a “text”.',
  });
  expect(readPromptsFile('[{}]')).toEqual({
    refused: 'Its only entry is not a prompt, which needs a “name” and a “text”.',
  });
  expect(readPromptsFile('[]')).toEqual({ refused: 'There are no prompts in it.' });
});

test('as many prompts as an account may have are imported again [PROMPT-03]', () => {
  const many = Array.from({ length: syncLimits.records }, (_, at) => ({
    ...{ id: `${at}`, name: `Prompt ${at}`, text: 'Rhyme.', folder: null },
  }));
  expect(readPromptsFile(promptsFile(many, []))).toMatchObject({ left: 0 });
});

test('names that differ in the spaces around them are the same prompt', () => {
  const spaced = [{ id: 'a', name: ' Rhyme ', text: 'Rhyme.', folder: 'f' }];
  const read = readPromptsFile(promptsFile(spaced, [{ ...folder, name: 'Work ' }]));
  if ('refused' in read) throw new Error(read.refused);
  expect(recordsToImport(read.prompts, spaced, [{ ...folder, name: 'Work ' }])).toEqual([]);
});

test('what was imported is said in a sentence [PROMPT-04]', () => {
  expect(importedWords(2, { left: 0, withKey: 0 })).toEqual({ title: '2 prompts imported' });
  expect(importedWords(1, { left: 1, withKey: 0 })).toEqual({
    title: '1 prompt imported',
    text: '1 entry of the file was left out: it is not a prompt, or is too long.',
  });
  expect(importedWords(0, { left: 3, withKey: 0 })).toEqual({
    title: 'Nothing to import',
    text: 'You have all prompts of this file. 3 entries of the file were left out: they are not prompts, or are too long.',
  });
});

test('a file with too many is refused as a whole', () => {
  const many = JSON.stringify(
    Array.from({ length: syncLimits.records + 1 }, () => ({ name: 'a', text: 'b' })),
  );
  expect(readPromptsFile(many)).toHaveProperty('refused');
});
