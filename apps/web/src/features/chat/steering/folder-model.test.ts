import { expect, test } from 'vitest';
import type { SavedProvider } from '../../keys/index.ts';
import {
  type ChatPlace,
  enter,
  type FolderState,
  folderConnection,
  type ModelInUse,
  readChoice,
  readVisit,
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

/** The models in use after each of these steps; a model alone is chosen by hand, and a new tab is in no place yet. */
function walk(...steps: ([ChatPlace, ModelInUse | null] | ModelInUse | 'new tab')[]): string[] {
  let state: FolderState = { visit: null, choice: null };
  let current = usual;
  return steps.map((step) => {
    if (step === 'new tab') state.visit = null;
    else if (!Array.isArray(step)) current = step;
    else {
      const { visit, choice } = JSON.parse(JSON.stringify(state));
      const before = { visit: readVisit(visit), choice: readChoice(choice) };
      const { use, ...next } = enter(before, step[0], current, step[1]);
      state = next;
      current = use ?? current;
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

test('the usual model answers again elsewhere when the tab of the folder was closed [FOLDER-07]', () => {
  expect(walk([newIn('sea'), ofFolder], 'new tab', [newIn(null), null]).at(-1)).toBe('gpt-usual');
  const again = walk([newIn('sea'), ofFolder], 'new tab', [newIn('sea'), ofFolder], [newIn(null), null]);
  expect(again.slice(-2)).toEqual(['gpt-folder', 'gpt-usual']);
});

test('a conversation of the folder keeps its model in a new tab, as does one chosen by hand [FOLDER-07]', () => {
  const own = model('gpt-own');
  expect(walk([newIn('sea'), ofFolder], 'new tab', [oldIn('sea'), ofFolder]).at(-1)).toBe('gpt-folder');
  expect(walk([newIn('sea'), ofFolder], own, 'new tab', [newIn(null), null]).at(-1)).toBe('gpt-own');
});

test('of two folders in two tabs, neither keeps its model elsewhere', () => {
  const other = model('gpt-other');
  const steps = walk([newIn('sea'), ofFolder], 'new tab', [newIn('hill'), other], 'new tab', [
    newIn(null),
    null,
  ]);
  expect(steps.at(-1)).toBe('gpt-usual');
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

test('what is stored and not whole counts as nothing', () => {
  expect([readVisit(null), readChoice(null)]).toEqual([null, null]);
  expect(readChoice({ folder: 'sea', chosen: { ...usual, provider: 'nobody' } })).toBeNull();
  expect(readChoice({ folder: 'sea', chosen: usual, before: 7 })).toMatchObject({ before: null });
  expect(readVisit({ folder: 'sea' })).toMatchObject({ isFresh: false });
});

const saved: SavedProvider[] = [
  { provider: 'openai', origin: 'http://localhost:11434', name: 'Ollama', model: 'llama' },
  { provider: 'openai', origin: 'https://api.openai.com', name: 'OpenAI', model: 'gpt-usual' },
];

test('of several connections of a provider, the one to the folder’s server is asked, and no other [FOLDER-07]', () => {
  const here = { provider: 'openai', model: 'gpt-usual', host: 'localhost:11434' };
  expect(folderConnection(here, saved)).toEqual({
    provider: 'openai',
    origin: 'http://localhost:11434',
    model: 'gpt-usual',
  });
  expect(folderConnection({ ...here, host: 'elsewhere.test' }, saved)).toBeNull();
});

test('where a folder names no server, the connection that last used the model is asked', () => {
  expect(folderConnection({ provider: 'openai', model: 'llama' }, saved)?.origin).toBe(
    'http://localhost:11434',
  );
  expect(folderConnection({ provider: 'openai', model: 'gpt-9' }, saved)?.origin).toBe(
    'https://api.openai.com',
  );
  expect(folderConnection({ provider: 'grok', model: 'grok-4' }, saved)).toBeNull();
});
