import { expect, test } from 'vitest';
import { isId, newId } from './id.ts';

test('an id is a UUID of version 7 that begins with its time', () => {
  const now = Date.now() + 3_600_000;
  const id = newId(now);
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toBe(now);
  expect(isId(id)).toBe(true);
});

test('each id is greater than the one before, within a millisecond and when the clock is set back', () => {
  const now = Date.now() + 7_200_000;
  const ids = Array.from({ length: 20_000 }, (_, at) => newId(at < 15_000 ? now : now - 60_000));
  expect(ids).toEqual([...ids].sort());
  expect(new Set(ids).size).toBe(ids.length);
});

test.each([
  '',
  'm1',
  '0'.repeat(36),
  '0199f0b2-0000-7000-8000-00000000000G',
  '0199F0B2-0000-7000-8000-000000000001',
])('%j is not an id', (text) => {
  expect(isId(text)).toBe(false);
});
