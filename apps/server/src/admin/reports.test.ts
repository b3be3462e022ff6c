import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bootDatabase } from '../platform/database/boot.ts';
import { personRow } from '../testing/person-row.ts';
import { commandLine } from './testing.ts';

const at = Date.UTC(2026, 10, 21, 13, 45);

/** An installation with two reports about ben: one by ada, one by a person whose account is deleted. */
async function withReports() {
  const line = await commandLine();
  const { db, close } = await bootDatabase({ dataDir: line.dataDir });
  for (const name of ['ada', 'ben']) {
    await db
      .insertInto('users')
      .values(personRow(`id-of-${name}`, name))
      .execute();
  }
  const nothing = { tagline: null, location: null, cover_picture_url: null, last_name: null };
  const snapshot = {
    ...nothing,
    username: 'ben.then',
    first_name: 'Ben\u001b[2J',
    bio: 'Two\nlines',
    profile_picture_url: null,
  };
  const report = { reported_id: 'id-of-ben', snapshot: JSON.stringify(snapshot), closed_at: null };
  await db
    .insertInto('reports')
    .values([
      {
        ...report,
        report_id: 'one',
        reporter_id: 'id-of-ada',
        reason: 'spam',
        details: 'Pills.\nAgain.',
        created_at: at,
      },
      {
        ...report,
        report_id: 'two',
        reporter_id: null,
        reason: 'other',
        details: null,
        created_at: at + 60_000,
      },
    ])
    .execute();
  await close();
  return {
    ...line,
    /** The first one is about a post. */
    async aboutPost(post: object) {
      const space = { space_id: 's', name: 'Garden', about: null };
      const database = await bootDatabase({ dataDir: line.dataDir });
      await database.db
        .updateTable('reports')
        .set({ snapshot: JSON.stringify({ ...snapshot, space, post }) })
        .where('report_id', '=', 'one')
        .execute();
      await database.close();
    },
  };
}

test('reports lists open reports, newest first', async () => {
  const { type } = await withReports();
  expect(await type('reports')).toEqual({
    code: 0,
    errors: '',
    output: [
      'REPORTED  REASON  BY                 AT                ID',
      'ben       other   (account removed)  2026-11-21 13:46  two',
      'ben       spam    ada                2026-11-21 13:45  one',
    ].join('\n'),
  });
});

test('report shows one report, with what the reported person showed at the time and without terminal control characters', async () => {
  const { type } = await withReports();
  const { output } = await type('report', 'one');
  expect(output).toBe(
    [
      'REPORTED      ben (id-of-ben)',
      'BY            ada (id-of-ada)',
      'AT            2026-11-21 13:45 UTC',
      'CLOSED        no',
      'REASON        spam',
      'DETAILS       Pills.',
      '              Again.',
      '',
      'SHOWN THEN',
      '  username    ben.then',
      '  first name  Ben�[2J',
      '  last name   –',
      '  tagline     –',
      '  bio         Two',
      '              lines',
      '  location    –',
      '  picture     –',
      '  cover       –',
    ].join('\n'),
  );
});

test('report shows the space of a reported answer, and what the reported person had to do with it', async () => {
  const { type, aboutPost } = await withReports();
  const post = { message_id: 'm', body: 'Pills', created_at: at, edited_at: null, files: [], ai: 'answered' };
  await aboutPost(post);
  const { output } = await type('report', 'one');
  expect(output).toMatch(/IN SPACE +Garden \(s\)\n/);
  expect(output).toMatch(/BY THE AI +with the reported person's key, in their browser\n/);
  expect(output).toMatch(/text +Pills\n/);
});

test('report says of a message whose author’s account is gone why somebody else is reported', async () => {
  const { type, aboutPost } = await withReports();
  const post = {
    message_id: 'm',
    body: 'Pills',
    created_at: at,
    edited_at: null,
    files: [],
    is_author_gone: true,
  };
  await aboutPost(post);
  expect((await type('report', 'one')).output).toMatch(
    /WRITTEN BY +\(account removed\); the reported person owns the space\n/,
  );
});

test('a report is closed once, and admin.log says whom it was about', async () => {
  const { type, dataDir } = await withReports();
  expect((await type('close-report', 'one')).output).toBe('The report about ben is closed.');
  expect((await type('close-report', 'one')).output).toBe('The report about ben is already closed.');
  expect((await type('reports')).output).not.toContain('one');
  expect((await type('reports', '--closed')).output).toMatch(/ one$/);
  const log = await readFile(join(dataDir, 'admin.log'), 'utf8');
  expect(JSON.parse(log)).toMatchObject({ event: 'report-closed', subject: 'id-of-ben' });
  await type('close-report', 'two');
  expect((await type('reports')).output).toBe('There are no open reports.');
});

test.each(['report', 'close-report'])('%s with an unknown id says so', async (command) => {
  const { type } = await withReports();
  expect(await type(command, 'three')).toMatchObject({
    code: 1,
    errors: 'There is no report three. npm run admin -- reports lists those that are open.',
  });
});
