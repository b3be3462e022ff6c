import { expect, test } from 'vitest';
import { fakeStorage } from '../../../../lib/testing/stored.ts';
import { noChatSettings, openChatSettings } from './chat-settings-store.ts';
import { rememberedSettings } from './remembered-settings.ts';

const entry = 'polylogue.chat_settings';

function start(tab = fakeStorage()) {
  const settings = openChatSettings();
  const stop = rememberedSettings({
    settings,
    tab,
    withoutKeys: (text) => text.replaceAll('sk-abcdefgh', '•••'),
  });
  return { settings, stop, tab };
}

const wished = {
  instructions: 'Be brief.',
  effort: 'low',
  temperature: 0,
  maxTokens: 500,
  withoutOwn: true,
  withoutFolder: false,
  withoutFiles: false,
} as const;

test('a chat’s settings survive a reload [COST-23]', () => {
  const { settings, tab } = start();
  settings.dispatch({ type: 'setting-changed', change: wished });
  expect(start(tab).settings.read()).toEqual(wished);
});

test('leaving in the middle of a word keeps the word', () => {
  const { settings, tab } = start();
  settings.dispatch({ type: 'setting-changed', change: { instructions: 'Be br' } });
  expect(start(tab).settings.read().instructions).toBe('Be br');
});

test('a key in the system prompt is in memory only [SEND-09]', () => {
  const { settings, tab } = start();
  settings.dispatch({ type: 'setting-changed', change: { instructions: 'Never say sk-abcdefgh.' } });
  expect(settings.read().instructions).toBe('Never say sk-abcdefgh.');
  expect(start(tab).settings.read().instructions).toBe('Never say •••.');
});

test('another chat in this tab begins without them, and this one still has them [COST-15]', () => {
  const { settings, stop, tab } = start();
  settings.dispatch({ type: 'setting-changed', change: wished });
  settings.dispatch({ type: 'setting-changed', change: { effort: 'high' } });
  stop();
  expect(start(tab).settings.read()).toEqual(noChatSettings);
  expect(settings.read()).toEqual({ ...wished, effort: 'high' });
});

test('a conversation that has begun leaves nothing of them to the next chat', () => {
  const { settings, stop, tab } = start();
  settings.dispatch({ type: 'setting-changed', change: wished });
  stop();
  expect(tab.entries.size).toBe(0);
  settings.dispatch({ type: 'setting-changed', change: { temperature: 1 } });
  expect(start(tab).settings.read()).toEqual(noChatSettings);
});

test.each([
  ['{', noChatSettings],
  ['null', noChatSettings],
  ['[1]', noChatSettings],
  ['"words"', noChatSettings],
  ['{"instructions":7,"effort":"toString","temperature":"1","maxTokens":-4}', noChatSettings],
  ['{"temperature":3,"maxTokens":1e400,"effort":"__proto__"}', noChatSettings],
  [
    '{"instructions":"Rhyme.","effort":"huge","temperature":1,"more":true}',
    { ...noChatSettings, instructions: 'Rhyme.', temperature: 1 },
  ],
])('of %s, what can be read is used', (text, expected) => {
  expect(start(fakeStorage(false, { [entry]: text })).settings.read()).toEqual(expected);
});
