import { expect, test } from 'vitest';
import { type ChatPlace, enter, type FolderVisit, readVisit } from './folder-model.ts';

const model = (name: string) =>
  ({ provider: 'openai', origin: 'https://api.openai.com', model: name }) as const;
type Model = ReturnType<typeof model>;
const usual = model('gpt-usual');
const ofFolder = model('gpt-folder');
const newIn = (folder: string | null): ChatPlace => ({ folder, isNew: true });
const oldIn = (folder: string | null): ChatPlace => ({ folder, isNew: false });

type Step = [ChatPlace, Model | null] | Model | 'new tab' | 'first tab';

/** The models in use after each of these steps; a model alone is chosen by hand, and a new tab is in no place yet. */
function walk(...steps: Step[]): string[] {
  const first = { visit: null as FolderVisit | null, own: null as Model | null };
  let tab = first;
  let chosen = usual;
  return steps.map((step) => {
    if (step === 'first tab') tab = first;
    else if (step === 'new tab') tab = { visit: null, own: null };
    else if (!Array.isArray(step)) [chosen, tab.own] = [step, null];
    else {
      const { visit, use } = enter(readVisit(JSON.parse(JSON.stringify(tab.visit))), ...step);
      tab.visit = visit;
      if (use !== undefined) tab.own = use as Model | null;
    }
    return (tab.own ?? chosen).model;
  });
}

test('a conversation begins with the model of its folder, and elsewhere the usual one answers again [FOLDER-07]', () => {
  expect(walk([newIn('sea'), ofFolder], [oldIn('sea'), ofFolder], [newIn(null), null])).toEqual([
    'gpt-folder',
    'gpt-folder',
    'gpt-usual',
  ]);
});

test('a second tab elsewhere does not take the folder’s model away, nor use it [FOLDER-07]', () => {
  expect(walk([newIn('sea'), ofFolder], 'new tab', [newIn(null), null], 'first tab')).toEqual([
    'gpt-folder',
    'gpt-usual',
    'gpt-usual',
    'gpt-folder',
  ]);
});

test('another model that a device gives the folder answers in its conversations at once, and after a reload [FOLDER-07]', () => {
  const later = model('gpt-later');
  expect(walk([oldIn('sea'), ofFolder], [oldIn('sea'), later], [oldIn('sea'), later])).toEqual([
    'gpt-folder',
    'gpt-later',
    'gpt-later',
  ]);
  const own = model('gpt-own');
  expect(walk([newIn('sea'), ofFolder], own, [newIn('sea'), later]).at(-1)).toBe('gpt-later');
  expect(walk([oldIn('sea'), ofFolder], [oldIn('sea'), null]).at(-1)).toBe('gpt-usual');
});

test('of two folders in two tabs, each has its own model', () => {
  const other = model('gpt-other');
  const sea: Step = [newIn('sea'), ofFolder];
  const hill: Step = [newIn('hill'), other];
  expect(walk(sea, 'new tab', hill, 'first tab', [newIn(null), null])).toEqual([
    'gpt-folder',
    'gpt-usual',
    'gpt-other',
    'gpt-folder',
    'gpt-usual',
  ]);
});

test('a conversation of the folder is asked with its model wherever it is opened [FOLDER-07]', () => {
  expect(walk([newIn('sea'), ofFolder], 'new tab', [oldIn('sea'), ofFolder]).at(-1)).toBe('gpt-folder');
  expect(walk([newIn(null), null], [oldIn('sea'), ofFolder]).at(-1)).toBe('gpt-folder');
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

test('a stored visit that is not whole counts as none', () => {
  expect([readVisit(null), readVisit({ isFresh: true })]).toEqual([null, null]);
  expect(readVisit({ from: 'sea' })).toMatchObject({ isFresh: false });
});
