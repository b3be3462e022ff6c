import { describe, expect, test } from 'vitest';
import { databases, freshDatabase } from '../../testing/databases.ts';
import { usedByVisitors } from './storage-used.ts';
import { fileStore } from './store.ts';

const one = {
  id: 'a'.repeat(32),
  name: "Grüße'); drop table files;--.pdf",
  size: 3_000_000_000,
  mediaType: 'application/pdf',
  ownerId: null,
  isRedrawn: false,
  sha256: null,
  createdAt: 1_789_000_000_000,
  expiresAt: 1_790_000_000_000,
};
const other = { ...one, id: 'b'.repeat(32), name: 'b.png', mediaType: 'image/png', isRedrawn: true };

describe.each(databases)('records of files on %s', (dialect) => {
  test('a record is found as it was added, until it is removed', async () => {
    const { db } = await freshDatabase(dialect);
    const files = fileStore(db);
    await files.add(one);
    await files.add(other);
    expect(await files.find(one.id)).toEqual(one);
    expect(await files.known([one.id, other.id, 'c'.repeat(32)])).toEqual(new Set([one.id, other.id]));
    expect(await usedByVisitors(db)).toBe(6_000_000_000);
    expect(await files.ids('', one.expiresAt - 1, 9)).toEqual([one.id, other.id]);
    expect(await files.removable(one.expiresAt - 1, 9)).toEqual([]);
    expect(await files.removable(one.expiresAt, 9)).toEqual(expect.arrayContaining([one, other]));

    await files.remove(one.id);
    expect(await files.find(one.id)).toBeUndefined();
    expect(await files.ids('', 0, 9)).toEqual([other.id]);
    expect(await usedByVisitors(db)).toBe(3_000_000_000);
  });
});
