import { expect, test } from 'vitest';
import { asQuestion, hasChatSettings, noChatSettings, openChatSettings } from './chat-settings-store.ts';

test('initially nothing is set, and nothing is sent', () => {
  const settings = openChatSettings();
  expect(hasChatSettings(settings.read())).toBe(false);
  expect(asQuestion(settings.read())).toEqual({});
});

test('the settings are sent with the next question, trimmed', () => {
  const settings = openChatSettings();
  settings.dispatch({ type: 'setting-changed', change: { instructions: '  Be brief.\n', effort: 'low' } });
  settings.dispatch({ type: 'setting-changed', change: { temperature: 0, maxTokens: 500 } });
  expect(asQuestion(settings.read())).toEqual({
    instructions: 'Be brief.',
    effort: 'low',
    temperature: 0,
    maxTokens: 500,
  });
});

test('a new chat forgets them, and undoing brings them back, once [COST-15]', () => {
  const settings = openChatSettings();
  settings.dispatch({ type: 'setting-changed', change: { instructions: 'Be brief.' } });
  const undo = settings.clear();
  expect(settings.read()).toEqual(noChatSettings);
  undo();
  expect(settings.read().instructions).toBe('Be brief.');
});

test('undoing does not overwrite newer settings', () => {
  const settings = openChatSettings();
  settings.dispatch({ type: 'setting-changed', change: { instructions: 'Be brief.' } });
  const undo = settings.clear();
  settings.dispatch({ type: 'setting-changed', change: { instructions: 'Rhyme.' } });
  undo();
  expect(settings.read().instructions).toBe('Rhyme.');
});
