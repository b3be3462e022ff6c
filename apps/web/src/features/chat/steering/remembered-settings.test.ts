import { expect, test } from 'vitest';
import { fakeStorage, standingClock } from '../../../lib/testing/stored.ts';
import { noChatSettings, openChatSettings } from './chat-settings-store.ts';
import { rememberedSettings } from './remembered-settings.ts';

const entry = 'polylogue.chat_settings';

function start(tab = fakeStorage()) {
  const { clock, pause } = standingClock();
  const settings = openChatSettings();
  const remembered = rememberedSettings({
    settings,
    tab,
    clock,
    withoutKeys: (text) => text.replaceAll('sk-abcdefgh', '•••'),
  });
  return { settings, remembered, tab, pause };
}

const wished = { instructions: 'Be brief.', effort: 'low', temperature: 0, maxTokens: 500 } as const;

test('a chat’s settings survive a reload [COST-23]', () => {
  const { settings, tab, pause } = start();
  settings.dispatch({ type: 'setting-changed', change: wished });
  pause();
  expect(start(tab).settings.read()).toEqual(wished);
});

test('leaving in the middle of a word keeps the word', () => {
  const { settings, remembered, tab } = start();
  settings.dispatch({ type: 'setting-changed', change: { instructions: 'Be br' } });
  remembered.flush();
  expect(start(tab).settings.read().instructions).toBe('Be br');
});

test('a key in the system prompt is in memory only [SEND-09]', () => {
  const { settings, tab, pause } = start();
  settings.dispatch({ type: 'setting-changed', change: { instructions: 'Never say sk-abcdefgh.' } });
  pause();
  expect(settings.read().instructions).toBe('Never say sk-abcdefgh.');
  expect(start(tab).settings.read().instructions).toBe('Never say •••.');
});

test('another chat in this tab begins without them, and this one still has them [COST-15]', () => {
  const { settings, remembered, tab, pause } = start();
  settings.dispatch({ type: 'setting-changed', change: wished });
  pause();
  settings.dispatch({ type: 'setting-changed', change: { effort: 'high' } });
  remembered.stop();
  pause();
  expect(start(tab).settings.read()).toEqual(noChatSettings);
  expect(settings.read()).toEqual({ ...wished, effort: 'high' });
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
