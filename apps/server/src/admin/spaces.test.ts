import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bootDatabase } from '../platform/database/boot.ts';
import { commandLine } from './testing.ts';

const id = '00000000-0000-7000-8000-000000000000';

async function withSpace() {
  const line = await commandLine();
  const { db, close } = await bootDatabase({ dataDir: line.dataDir });
  await db
    .insertInto('spaces')
    .values({
      space_id: id,
      feed: 1,
      seq: 1,
      name: 'Garden\u001b[2J',
      name_folded: 'garden',
      visibility: 'public',
      joins_as: 'member',
      members_invite: true,
      slow_seconds: 0,
      created_at: 0,
      people: 0,
      speakers: 0,
      generation: 0,
    })
    .execute();
  await close();
  return line;
}

test('a space is closed and opened again, and both are in admin.log', async () => {
  const { type, dataDir } = await withSpace();
  expect((await type('close-space', id)).output).toBe('Garden\ufffd[2J is closed.');
  expect((await type('close-space', id)).output).toBe('Garden\ufffd[2J is already closed.');
  expect((await type('close-space', id, '--undo')).output).toBe('Garden\ufffd[2J is open again.');
  expect((await type('close-space', id, '--undo')).output).toBe('Garden\ufffd[2J is already open.');
  const lines = (await readFile(join(dataDir, 'admin.log'), 'utf8')).trim().split('\n');
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { event: 'space-closed', space: id },
    { event: 'space-reopened', space: id },
  ]);
});

test('an unknown space is reported as unknown', async () => {
  const { type } = await withSpace();
  expect(await type('close-space', 'other')).toMatchObject({
    code: 1,
    errors: 'There is no space other. The id of a space is in its address: /spaces/<id>.',
  });
});
