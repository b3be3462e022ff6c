import { expect, test } from 'vitest';
import { followKeyboard } from './on-screen-keyboard.ts';

function phone() {
  const listeners = new Set<() => void>();
  const viewport = {
    height: 800,
    offsetTop: 0,
    scale: 1,
    addEventListener: (_: string, listener: () => void) => void listeners.add(listener),
    removeEventListener: (_: string, listener: () => void) => void listeners.delete(listener),
  };
  const set = new Map<string, string>();
  const style = {
    setProperty: (name: string, value: string) => void set.set(name, value),
    removeProperty: (name: string) => void set.delete(name),
  };
  const stop = followKeyboard(viewport as never, { innerHeight: 800 }, style as never);
  return {
    becomes(now: Partial<typeof viewport>) {
      Object.assign(viewport, now);
      for (const listener of listeners) listener();
      return set.get('--keyboard');
    },
    stop,
    set,
  };
}

test('the part covered by the keyboard is known while it is open, however far the page was scrolled for it [LOOK-13]', () => {
  const { becomes, stop, set } = phone();
  expect(becomes({ height: 460 })).toBe('340px');
  expect(becomes({ offsetTop: 100 })).toBe('240px');
  expect(becomes({ height: 800, offsetTop: 0 })).toBeUndefined();
  becomes({ height: 460 });
  stop();
  expect(set.size).toBe(0);
});

test('zooming in is not mistaken for a keyboard', () => {
  expect(phone().becomes({ height: 400, scale: 2 })).toBeUndefined();
});
