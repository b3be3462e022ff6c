import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { safeStorage } from './storage.ts';

function memory(): Storage {
  const entries = new Map<string, string>();
  return {
    getItem: (name: string) => entries.get(name) ?? null,
    setItem: (name: string, value: string) => void entries.set(name, value),
    removeItem: (name: string) => void entries.delete(name),
  } as Storage;
}

function full(): Storage {
  const refuse = () => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
  };
  return { ...memory(), setItem: refuse } as Storage;
}

function forbidden(): Storage {
  throw new DOMException('Access is denied for this document.', 'SecurityError');
}

let tab: EventTarget;

beforeEach(() => {
  tab = new EventTarget();
  vi.stubGlobal('addEventListener', tab.addEventListener.bind(tab));
  vi.stubGlobal('removeEventListener', tab.removeEventListener.bind(tab));
});
afterEach(() => vi.unstubAllGlobals());

function otherTab(key: string | null, storageArea: Storage) {
  tab.dispatchEvent(Object.assign(new Event('storage'), { key, storageArea }));
}

test('what was written is read back and can be removed', () => {
  const area = memory();
  const storage = safeStorage(() => area);
  expect(storage.read('draft')).toBe(null);
  expect(storage.write('draft', 'hello')).toBe(true);
  expect(storage.read('draft')).toBe('hello');
  expect(area.getItem('draft')).toBe('hello');
  storage.remove('draft');
  expect(storage.read('draft')).toBe(null);
});

test.each([
  ['full', full],
  ['forbidden', forbidden],
])('a %s storage says that it stored nothing, and this tab still has the value', (_, open) => {
  const storage = safeStorage(open);
  expect(storage.write('draft', 'hello')).toBe(false);
  expect(storage.read('draft')).toBe('hello');
  storage.remove('draft');
  expect(storage.read('draft')).toBe(null);
});

test('listeners are notified of writes and removals in this tab until they are removed', () => {
  const area = memory();
  const storage = safeStorage(() => area);
  const changes: (string | null)[] = [];
  const leave = storage.listen((name) => changes.push(name));
  storage.write('a', '1');
  storage.remove('b');
  leave();
  storage.write('c', '1');
  expect(changes).toEqual(['a', 'b']);
});

test('listeners are notified of changes in another tab, but not of changes to another storage', () => {
  const area = memory();
  const storage = safeStorage(() => area);
  const changes: (string | null)[] = [];
  storage.listen((name) => changes.push(name));
  otherTab('ai_provider', area);
  otherTab(null, area);
  otherTab('ai_provider', memory());
  expect(changes).toEqual(['ai_provider', null]);
});

test('a value written by another tab wins, even over one that could not be stored', () => {
  const area = full();
  const storage = safeStorage(() => area);
  storage.listen(() => {});
  storage.write('ai_provider', 'grok');
  otherTab('ai_provider', area);
  expect(storage.read('ai_provider')).toBe(null);
});
