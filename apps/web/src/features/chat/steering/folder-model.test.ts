import { expect, test } from 'vitest';
import type { SavedProvider } from '../../keys/index.ts';
import {
  type ChatPlace,
  enter,
  type FolderChoice,
  folderConnection,
  type ModelInUse,
  readChoice,
} from './folder-model.ts';

const model = (name: string): ModelInUse => ({
  provider: 'openai',
  origin: 'https://api.openai.com',
  model: name,
});
const usual = model('gpt-usual');
const ofFolder = model('gpt-folder');
const newIn = (folder: string | null): ChatPlace => ({ folder, isNew: true });
const oldIn = (folder: string | null): ChatPlace => ({ folder, isNew: false });

/** The models in use after each of these steps; a model alone is chosen by hand. */
function walk(...steps: ([ChatPlace, ModelInUse | null] | ModelInUse)[]): string[] {
  let choice: FolderChoice | null = null;
  let current = usual;
  return steps.map((step) => {
    if (!Array.isArray(step)) current = step;
    else {
      const entered = enter(readChoice(JSON.parse(JSON.stringify(choice))), step[0], current, step[1]);
      choice = entered.choice;
      current = entered.use ?? current;
    }
    return current.model;
  });
}

test('a conversation begins with the model of its folder, and elsewhere the usual one answers again [FOLDER-07]', () => {
  expect(walk([newIn('sea'), ofFolder], [oldIn('sea'), ofFolder], [newIn(null), null])).toEqual([
    'gpt-folder',
    'gpt-folder',
    'gpt-usual',
  ]);
});

test('a folder without a model does not keep that of the folder before', () => {
  const other = model('gpt-other');
  expect(walk([newIn('sea'), ofFolder], [newIn('plain'), null])).toEqual(['gpt-folder', 'gpt-usual']);
  expect(walk([newIn('sea'), ofFolder], [newIn('b'), other], [newIn('plain'), null]).at(-1)).toBe(
    'gpt-usual',
  );
  expect(walk([newIn('sea'), ofFolder], [oldIn('plain'), null]).at(-1)).toBe('gpt-usual');
});

test('what a person chooses stays: over a reload in the folder, and when they leave it', () => {
  const own = model('gpt-own');
  expect(walk([newIn('sea'), ofFolder], own, [newIn('sea'), ofFolder], [newIn(null), null])).toEqual([
    'gpt-folder',
    'gpt-own',
    'gpt-own',
    'gpt-own',
  ]);
});

test('the second conversation in a folder begins with its model, too', () => {
  const own = model('gpt-own');
  const steps = walk([newIn('sea'), ofFolder], [oldIn('sea'), ofFolder], own, [newIn('sea'), ofFolder]);
  expect(steps.at(-1)).toBe('gpt-folder');
});

test('without a choice of a folder, no place changes anything', () => {
  expect(walk([newIn(null), null], [oldIn('sea'), ofFolder], [newIn('plain'), null])).toEqual(
    Array(3).fill('gpt-usual'),
  );
});

test('a stored choice that is not whole counts as none', () => {
  expect(readChoice(null)).toBeNull();
  expect(readChoice({ folder: 'sea', chosen: { ...usual, provider: 'nobody' } })).toBeNull();
  expect(readChoice({ folder: 'sea', chosen: usual, before: 7 })).toMatchObject({
    before: null,
    isFresh: false,
  });
});

test('of several connections of a provider, the one that last used the model is asked', () => {
  const saved: SavedProvider[] = [
    { provider: 'openai', origin: 'http://localhost:11434', name: 'Ollama', model: 'llama' },
    { provider: 'openai', origin: 'https://api.openai.com', name: 'OpenAI', model: 'gpt-usual' },
  ];
  expect(folderConnection({ provider: 'openai', model: 'llama' }, saved)?.origin).toBe(
    'http://localhost:11434',
  );
  expect(folderConnection({ provider: 'openai', model: 'gpt-9' }, saved)?.origin).toBe(
    'https://api.openai.com',
  );
  expect(folderConnection({ provider: 'grok', model: 'grok-4' }, saved)).toBeNull();
});
