import { expect, test } from 'vitest';
import { isCharacter, isPressed, written } from './keys.ts';

const press = (
  key: string,
  held: Partial<Record<'ctrlKey' | 'metaKey' | 'altKey' | 'isComposing', boolean>> & {
    code?: string;
    keyCode?: number;
  } = {},
) => ({
  key,
  code: '',
  keyCode: 0,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  isComposing: false,
  ...held,
});

test('a key counts by what it writes, whatever Shift has to do with it', () => {
  expect(isPressed('?', press('?'), false)).toBe(true);
  expect(isPressed('n', press('N'), false)).toBe(true);
  expect(isPressed('n', press('m'), false)).toBe(false);
});

test('a held Ctrl, ⌘ or Alt makes another key of it', () => {
  for (const held of ['ctrlKey', 'metaKey', 'altKey', 'isComposing'] as const) {
    expect(isPressed('n', press('n', { [held]: true }), false)).toBe(false);
    expect(isPressed('n', press('n', { [held]: true }), true)).toBe(false);
  }
});

test('what an input method has taken is no shortcut, in Safari too', () => {
  expect(isPressed('Escape', press('Escape', { keyCode: 27 }), true)).toBe(true);
  expect(isPressed('Escape', press('Escape', { keyCode: 229 }), true)).toBe(false);
});

test('beside Ctrl or ⌘ a letter of another script counts by where it lies', () => {
  const held = { ctrlKey: true, code: 'KeyF' };
  expect(isPressed('Mod+f', press('\u0430', held), false)).toBe(true);
  expect(isPressed('Mod+f', press('\u05db', held), false)).toBe(true);
  // On Dvorak this key types a u, and the f is elsewhere.
  expect(isPressed('Mod+f', press('u', held), false)).toBe(false);
  expect(isPressed('Mod+f', press('f', { ctrlKey: true, code: 'KeyY' }), false)).toBe(true);
  expect(isPressed('n', press('\u0442', { code: 'KeyN' }), false)).toBe(false);
});

test('Mod is ⌘ on a Mac and Ctrl elsewhere, in the press and in what is shown', () => {
  expect(isPressed('Mod+f', press('f', { ctrlKey: true }), false)).toBe(true);
  expect(isPressed('Mod+f', press('f', { ctrlKey: true }), true)).toBe(false);
  expect(isPressed('Mod+f', press('f', { metaKey: true }), true)).toBe(true);
  expect(isPressed('Mod+f', press('f'), true)).toBe(false);
  expect([written('Mod+f', true), written('Mod+f', false)]).toEqual([
    ['⌘', 'F'],
    ['Ctrl', 'F'],
  ]);
  expect(['Escape', 'ArrowUp', '/', 'Shift+Enter'].map((keys) => written(keys, false).join(' '))).toEqual([
    'Esc',
    '↑',
    '/',
    'Shift Enter',
  ]);
});

test('one character alone may be switched off', () => {
  expect(['/', '?', 'n', 'Escape', 'Mod+f'].filter(isCharacter)).toEqual(['/', '?', 'n']);
});
