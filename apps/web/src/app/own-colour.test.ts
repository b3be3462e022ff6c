import { beforeEach, expect, test, vi } from 'vitest';
import { accessEntry } from '../api/access-token.ts';
import { storage } from '../lib/state/storage.ts';
import { personColour } from '../ui/index.ts';
import { keepOwnColour } from './own-colour.ts';

const tokenOf = (owner: string) => `head.${btoa(JSON.stringify({ sub: owner, exp: 2_000_000_000 }))}.end`;

const shown = new Map<string, string | null>();
const style = {
  setProperty: (name: string, value: string | null) => void shown.set(name, value),
  removeProperty: (name: string) => String(shown.delete(name)),
};

beforeEach(() => {
  const entries = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => entries.get(name) ?? null,
    setItem: (name: string, value: string) => entries.set(name, value),
    removeItem: (name: string) => entries.delete(name),
  });
  vi.stubGlobal('addEventListener', () => {});
  vi.stubGlobal('removeEventListener', () => {});
  shown.clear();
  return () => vi.unstubAllGlobals();
});

test('one’s own messages have their colour from the first moment, before the server says who is signed in [LOOK-20]', () => {
  storage.write(accessEntry, tokenOf('anna'));
  const stop = keepOwnColour(style);
  expect(shown.get('--me')).toBe(personColour('anna'));
  storage.write(accessEntry, tokenOf('boris'));
  expect(shown.get('--me')).toBe(personColour('boris'));
  storage.remove(accessEntry);
  expect(shown.has('--me')).toBe(false);
  stop();
});
