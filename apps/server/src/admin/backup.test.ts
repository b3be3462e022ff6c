import { spawnSync } from 'node:child_process';
import { chmod, chown, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { bootDatabase } from '../platform/database/boot.ts';
import { lockDataDir } from '../platform/database/server-lock.ts';
import { commandLine } from './testing.ts';

async function withUpload(content = 'Hello') {
  const line = await commandLine();
  const { dataDir } = line;
  const database = await bootDatabase({ dataDir });
  const id = '0f'.repeat(16);
  await database.db
    .insertInto('files')
    .values({
      id,
      owner_id: null,
      name: 'a.txt',
      size: content.length,
      media_type: 'text/plain',
      created_at: 1,
      expires_at: null,
    })
    .execute();
  await mkdir(join(dataDir, 'files'));
  await writeFile(join(dataDir, 'files', id), content);
  return { ...line, database, id, target: join(line.folder, 'copy') };
}

test('a backup is made while the database is in use, and restored once it is not', async () => {
  const { type, database, dataDir, id, target } = await withUpload();
  expect(await type('backup', target)).toEqual({
    code: 0,
    output: `Backed up 0 accounts and 1 upload to ${target}.`,
    errors: '',
  });
  expect(await type('check-backup', target)).toMatchObject({
    code: 0,
    output: `The backup in ${target} is complete: 0 accounts and 1 upload.`,
  });

  await database.db.deleteFrom('files').execute();
  await writeFile(join(dataDir, 'files', id), 'Changed');
  await database.close();
  const { code, output } = await type('restore', target);
  expect(code).toBe(0);
  expect(output).toMatch(
    /^Restored 0 accounts and 1 upload from .*copy\.\nThe previous contents are in .*replaced\/.*; delete them once everything works\.$/,
  );
  expect(await readFile(join(dataDir, 'files', id), 'utf8')).toBe('Hello');

  const [when = ''] = await readdir(join(dataDir, 'replaced'));
  expect(await readFile(join(dataDir, 'replaced', when, 'files', id), 'utf8')).toBe('Changed');
  const restored = await bootDatabase({ dataDir });
  expect(await restored.db.selectFrom('files').select('id').execute()).toEqual([{ id }]);
  await restored.close();
});

test('while the server has the database open, a restore is refused and changes nothing', async () => {
  const { type, database, dataDir, target } = await withUpload();
  await type('backup', target);
  const before = await readdir(dataDir);
  expect(await type('restore', target)).toEqual({
    code: 1,
    output: '',
    errors: 'The server, or another command, has the database open. Stop it first, then restore again.',
  });
  expect(await readdir(dataDir)).toEqual(before);
  expect(await database.db.selectFrom('files').select('id').execute()).toHaveLength(1);
  await database.close();
});

test('with --force it restores anyway', async () => {
  const { type, database, target } = await withUpload();
  await type('backup', target);
  expect(await type('restore', target, '--force')).toMatchObject({ code: 0 });
  await database.close();
});

test('a restore is refused while a server is about to use the data folder', async () => {
  const { type, database, dataDir, target } = await withUpload();
  await type('backup', target);
  await database.close();
  const lock = lockDataDir(dataDir);
  const before = await readdir(dataDir);
  expect(await type('restore', target)).toMatchObject({
    code: 1,
    errors: expect.stringContaining('Another Polylogue server is using'),
  });
  expect(await readdir(dataDir)).toEqual(before);
  lock.release();
  expect(await type('restore', target)).toMatchObject({ code: 0 });
});

test('a restore that fails leaves the present data as it was', async () => {
  const { type, database, dataDir, id, target } = await withUpload();
  await type('backup', target);
  await writeFile(join(dataDir, 'files', id), 'Changed');
  await database.close();
  // Noticed only once everything is copied.
  const copy = new DatabaseSync(join(target, 'polylogue.db'));
  copy.exec('drop table secrets');
  copy.close();
  const before = await readdir(dataDir);
  expect(await type('restore', target)).toEqual({
    code: 1,
    output: '',
    errors: 'The backup could not be restored (no such table: secrets). The data is as it was.',
  });
  expect(await readdir(dataDir)).toEqual(expect.arrayContaining(before));
  expect(await readdir(join(dataDir, 'replaced'))).toEqual([]);
  expect(await readFile(join(dataDir, 'files', id), 'utf8')).toBe('Changed');
});

test('a restore keeps the log of what was done since the backup', async () => {
  const { type, database, dataDir, target } = await withUpload();
  await writeFile(join(dataDir, 'admin.log'), '{"event":"before"}\n');
  await type('backup', target);
  await database.close();
  await type('restore', target);
  const lines = (await readFile(join(dataDir, 'admin.log'), 'utf8')).trim().split('\n');
  expect(lines.map((line) => JSON.parse(line).event)).toEqual(['before', 'backed-up', 'restored']);
});

test('a damaged backup is refused before anything changes', async () => {
  const { type, database, dataDir, target } = await withUpload();
  await type('backup', target);
  await database.close();
  const path = join(target, 'polylogue.db');
  const bytes = await readFile(path);
  bytes.fill(0x55, 4096, 12_288);
  await writeFile(path, bytes);
  const before = await readdir(dataDir);
  for (const words of [
    ['restore', target],
    ['check-backup', target],
  ]) {
    const { code, errors } = await type(...words);
    expect(code).toBe(1);
    expect(errors).toMatch(/^The backup in .* is damaged \(.*\)\.$/s);
  }
  expect(await readdir(dataDir)).toEqual(before);
});

const nobody = 65_534;

/** Whether this process may become a user with few rights, who can still run Node. */
function canBeNobody(): boolean {
  return (
    process.getuid?.() === 0 && spawnSync(process.execPath, ['-v'], { uid: nobody, gid: nobody }).status === 0
  );
}
test.skipIf(!canBeNobody())('a folder that cannot be written to is refused with a sentence', async () => {
  const { database, dataDir, folder } = await withUpload();
  await database.close();
  await chmod(folder, 0o755);
  for (const name of ['', ...(await readdir(dataDir, { recursive: true }))]) {
    await chown(join(dataDir, name), nobody, nobody);
  }
  const command = [join(import.meta.dirname, 'main.ts'), 'backup', join(folder, 'monday')];
  const run = spawnSync(process.execPath, command, {
    uid: nobody,
    gid: nobody,
    env: { DATA_DIR: dataDir },
  });
  expect({ code: run.status, output: String(run.stdout), errors: String(run.stderr) }).toEqual({
    code: 1,
    output: '',
    errors: `No folder can be created in ${folder} (EACCES). Choose another place for the backup, or run this as a user who may write there.\n`,
  });
  expect(await readdir(folder)).toEqual(['data']);
});

test.skipIf(!canBeNobody())('a backup in a folder that cannot be written to is checked', async () => {
  const { type, database, dataDir, folder, target } = await withUpload();
  await type('backup', target);
  await database.close();
  for (const path of [folder, target, join(target, 'files')]) await chmod(path, 0o755);
  await chmod(join(target, 'polylogue.db'), 0o644);
  const command = [join(import.meta.dirname, 'main.ts'), 'check-backup', target];
  const run = spawnSync(process.execPath, command, { uid: nobody, gid: nobody, env: { DATA_DIR: dataDir } });
  expect({ errors: String(run.stderr), output: String(run.stdout) }).toEqual({
    errors: '',
    output: `The backup in ${target} is complete: 0 accounts and 1 upload.\n`,
  });
});

test('a folder that is not a backup is refused', async () => {
  const { type, database, folder } = await withUpload();
  await database.close();
  expect(await type('restore', folder)).toMatchObject({
    code: 1,
    errors: expect.stringContaining('is not a backup'),
  });
});

test('for PostgreSQL it names the tools to use', async () => {
  const { type } = await commandLine({ DATABASE_URL: 'postgres://ada:secret@localhost/polylogue' });
  for (const [command, tool] of [
    ['backup', 'pg_dump'],
    ['restore', 'pg_restore'],
  ] as const) {
    const { code, errors } = await type(command, '/tmp/nowhere');
    expect(code).toBe(1);
    expect(errors).toContain(tool);
    expect(errors).not.toContain('secret');
  }
});

test('where the uploads are in a bucket, a backup says that they are not in it', async () => {
  const store = {
    S3_ENDPOINT: 'https://s3.example.com',
    S3_REGION: 'us-east-1',
    S3_BUCKET: 'polylogue',
    S3_ACCESS_KEY_ID: 'ada',
    S3_SECRET_ACCESS_KEY: 'secret',
  };
  const { type, folder, dataDir } = await commandLine(store);
  await (await bootDatabase({ dataDir })).close();
  const target = join(folder, 'copy');
  expect(await type('backup', target)).toMatchObject({
    output: `Backed up 0 accounts (the uploads are in the bucket polylogue) to ${target}.`,
  });
});

test('backups and restores are logged in admin.log', async () => {
  const { type, database, dataDir, target } = await withUpload();
  await type('backup', target);
  await database.close();
  await type('restore', target);
  const lines = (await readFile(join(dataDir, 'admin.log'), 'utf8')).trim().split('\n');
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ event: 'backed-up', actor: 'command-line', time: expect.stringMatching(/Z$/) }),
    expect.objectContaining({ event: 'restored', actor: 'command-line' }),
  ]);
});
