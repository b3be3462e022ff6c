import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { databases, freshDatabase } from '../../testing/databases.ts';
import { importRecords } from './import.ts';
import { fileStore } from './store.ts';

const one = {
  id: 'a'.repeat(32),
  name: "Grüße'); drop table files;--.pdf",
  size: 3_000_000_000,
  mediaType: 'application/pdf',
  ownerId: null,
  isRedrawn: false,
  createdAt: 1_789_000_000_000,
  expiresAt: 1_790_000_000_000,
};
const other = { ...one, id: 'b'.repeat(32), name: 'b.png', mediaType: 'image/png', isRedrawn: true };

/** As it was kept beside its bytes. */
const kept = {
  id: one.id,
  name: one.name,
  size: one.size,
  mediaType: one.mediaType,
  expiresAt: one.expiresAt,
};

describe.each(databases)('records of files on %s', (dialect) => {
  async function store() {
    return fileStore((await freshDatabase(dialect)).db);
  }

  test('a record is found as it was added, until it is removed', async () => {
    const files = await store();
    await files.add(one);
    await files.add(other);
    expect(await files.find(one.id)).toEqual(one);
    expect(await files.known([one.id, other.id, 'c'.repeat(32)])).toEqual(new Set([one.id, other.id]));
    expect(await files.usedByVisitors()).toBe(6_000_000_000);
    expect(await files.ids('', one.expiresAt - 1, 9)).toEqual([one.id, other.id]);
    expect(await files.removable(one.expiresAt - 1, 9)).toEqual([]);
    expect(await files.removable(one.expiresAt, 9)).toEqual(expect.arrayContaining([one, other]));

    await files.remove(one.id);
    expect(await files.find(one.id)).toBeUndefined();
    expect(await files.ids('', 0, 9)).toEqual([other.id]);
    expect(await files.usedByVisitors()).toBe(3_000_000_000);
  });

  test('records that were kept beside the bytes move in, and nothing of them stays', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'polylogue-import-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    await writeFile(join(folder, one.id), 'bytes');
    await writeFile(join(folder, `${one.id}.json`), JSON.stringify(kept));
    await writeFile(join(folder, `${other.id}.json`), '{"id":');
    await writeFile(join(folder, `${other.id}.json.part`), '{');
    const files = await store();
    // As a start that was cut off between storing and removing leaves it.
    await files.add(one);

    await importRecords(folder, files);
    await importRecords(folder, files);

    expect(await files.find(one.id)).toEqual(one);
    expect(await files.ids('', 0, 9)).toEqual([one.id]);
    expect(await readdir(folder)).toEqual([one.id]);
  });
});
