import { expect, onTestFinished, test, vi } from 'vitest';
import { keyLabels } from './key-labels.ts';
import { isCharacter, isMac, isPressed } from './keys.ts';

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

test('a key counts by the character it types, with or without Shift', () => {
  expect(isPressed('?', press('?'), false)).toBe(true);
  expect(isPressed('n', press('N'), false)).toBe(true);
  expect(isPressed('n', press('m'), false)).toBe(false);
});

test('holding Ctrl, ⌘ or Alt makes it a different key', () => {
  for (const held of ['ctrlKey', 'metaKey', 'altKey', 'isComposing'] as const) {
    expect(isPressed('n', press('n', { [held]: true }), false)).toBe(false);
    expect(isPressed('n', press('n', { [held]: true }), true)).toBe(false);
  }
});

test('a key taken by an input method is not a shortcut, in Safari either', () => {
  expect(isPressed('Escape', press('Escape', { keyCode: 27 }), true)).toBe(true);
  expect(isPressed('Escape', press('Escape', { keyCode: 229 }), true)).toBe(false);
});

test('with Ctrl or ⌘ a letter of another script counts by its position', () => {
  const held = { ctrlKey: true, code: 'KeyF' };
  expect(isPressed('Mod+f', press('\u0430', held), false)).toBe(true);
  expect(isPressed('Mod+f', press('\u05db', held), false)).toBe(true);
  // On Dvorak this key types a u, and the f is elsewhere.
  expect(isPressed('Mod+f', press('u', held), false)).toBe(false);
  expect(isPressed('Mod+f', press('f', { ctrlKey: true, code: 'KeyY' }), false)).toBe(true);
  expect(isPressed('n', press('\u0442', { code: 'KeyN' }), false)).toBe(false);
});

test('Mod is ⌘ on a Mac and Ctrl elsewhere, when pressed and when shown [LOOK-10]', () => {
  expect(isPressed('Mod+f', press('f', { ctrlKey: true }), false)).toBe(true);
  expect(isPressed('Mod+f', press('f', { ctrlKey: true }), true)).toBe(false);
  expect(isPressed('Mod+f', press('f', { metaKey: true }), true)).toBe(true);
  expect(isPressed('Mod+f', press('f'), true)).toBe(false);
  expect([keyLabels('Mod+f', true), keyLabels('Mod+f', false)]).toEqual([
    ['⌘', 'F'],
    ['Ctrl', 'F'],
  ]);
  expect(['Escape', 'ArrowUp', '/', 'Shift+Enter'].map((keys) => keyLabels(keys, false).join(' '))).toEqual([
    'Esc',
    '↑',
    '/',
    'Shift Enter',
  ]);
  expect(keyLabels('Shift+Enter', true)).toEqual(['⇧', 'Enter']);
});

test.each([
  ['MacIntel', true],
  ['iPad', true],
  ['Win32', false],
  ['Linux x86_64', false],
])('the keyboard of a %s is that of a Mac: %s [LOOK-10]', (platform, is) => {
  vi.stubGlobal('navigator', { platform });
  onTestFinished(() => void vi.unstubAllGlobals());
  expect(isMac()).toBe(is);
});

test('only single characters may be switched off', () => {
  expect(['/', '?', 'n', 'Escape', 'Mod+f'].filter(isCharacter)).toEqual(['/', '?', 'n']);
});
