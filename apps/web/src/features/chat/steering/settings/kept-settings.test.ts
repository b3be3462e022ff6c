import type { Json } from '@polylogue/sync';
import { expect, test } from 'vitest';
import { standingClock } from '../../../../lib/testing/stored.ts';
import { openChatSettings } from './chat-settings-store.ts';
import { keptSettings } from './kept-settings.ts';

/** The settings of one chat in a tab; several tabs share what is stored. */
function tab(stored: { settings?: Json }) {
  const { clock, pause } = standingClock();
  const settings = openChatSettings();
  let write: () => void = () => {};
  const kept = keptSettings({
    settings,
    clock,
    store: (changed) =>
      new Promise((resolve) => {
        write = () => {
          stored.settings = changed(stored.settings);
          resolve();
        };
      }),
  });
  kept.received(stored.settings);
  return {
    kept,
    settings,
    set: (name: string, value: unknown) =>
      settings.dispatch({ type: 'setting-changed', change: { [name]: value } }),
    pause,
    write: () => write(),
    store() {
      pause();
      write();
    },
    hear: () => kept.received(stored.settings),
  };
}

test('what another tab has changed is not replaced by this tab’s old copy of it', () => {
  const stored: { settings?: Json } = {};
  const [one, other] = [tab(stored), tab(stored)];
  other.set('instructions', 'Rhyme.');
  other.store();
  one.set('temperature', 0.5);
  one.store();
  expect(stored.settings).toEqual({ instructions: 'Rhyme.', temperature: 0.5 });
});

test('it is shown here, beside what was changed here and is not stored yet', () => {
  const stored: { settings?: Json } = {};
  const [one, other] = [tab(stored), tab(stored)];
  one.set('temperature', 0.5);
  other.set('instructions', 'Rhyme.');
  other.set('temperature', 1);
  other.store();
  one.hear();
  expect(one.settings.read()).toMatchObject({ instructions: 'Rhyme.', temperature: 0.5 });
  one.store();
  expect(stored.settings).toEqual({ instructions: 'Rhyme.', temperature: 0.5 });
});

test('what is on its way to the store is not taken back by what was read before', async () => {
  const stored: { settings?: Json } = {};
  const one = tab(stored);
  one.set('effort', 'low');
  one.pause();
  one.hear();
  expect(one.settings.read().effort).toBe('low');
  one.write();
  await Promise.resolve();
  one.hear();
  expect(one.settings.read().effort).toBe('low');
  stored.settings = { effort: 'high' };
  one.hear();
  expect(one.settings.read().effort).toBe('high');
});

test('clearing a setting is a change, and what a newer version stores stays', () => {
  const stored = { settings: { instructions: 'Rhyme.', temperature: 1, tone: 'dry' } as Json };
  const one = tab(stored);
  one.set('instructions', '');
  one.store();
  expect(stored.settings).toEqual({ instructions: '', temperature: 1, tone: 'dry' });
});

test('leaving in the middle of a word stores it', () => {
  const stored: { settings?: Json } = {};
  const one = tab(stored);
  one.set('instructions', 'Rhy');
  one.kept.stop();
  one.write();
  expect(stored.settings).toEqual({ instructions: 'Rhy' });
});

test('a conversation begins with all of them', () => {
  const one = tab({});
  one.set('maxTokens', 500);
  one.set('withoutFolder', true);
  expect(one.kept.begin()).toEqual({
    instructions: '',
    effort: null,
    temperature: null,
    max_tokens: 500,
    without_own: false,
    without_folder: true,
    without_files: false,
  });
});
