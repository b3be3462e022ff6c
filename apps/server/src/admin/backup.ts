import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Backup, backup, checkBackup, replaced, restoreBackup } from '../platform/database/backup.ts';
import { databaseFile } from '../platform/database/database.ts';
import { lockDataDir } from '../platform/database/server-lock.ts';
import { makeFolder } from '../platform/files/make-folder.ts';
import { type CliCommand, type CommandContext, CommandError } from './command.ts';
import { isInUse } from './in-use.ts';
import { replaceContents } from './replace-contents.ts';

export const backupCommands: readonly CliCommand[] = [
  {
    name: 'backup',
    usage: '<folder>',
    summary: 'Copy the embedded database and the uploads into a new folder, while the server runs.',
    more: [
      'The parent folder must exist, with room for all of it.',
      'The database is copied as of one instant, then the uploads; finally the copy is checked.',
      'Keep it as safe as the data itself: it holds everyone’s addresses, password hashes and signing keys.',
      'With S3_BUCKET, the uploads are in the bucket: copy it along with the backup, with the tools of the store.',
      'With DATABASE_URL, use PostgreSQL’s own tools (pg_dump), and copy DATA_DIR/files and images along with the dump.',
    ],
    words: [1, 1],
    async run({ words: [folder = ''] }, context) {
      mustBeEmbedded(context, 'pg_dump');
      const target = resolve(folder);
      const found = await backup(context.config.dataDir, target);
      context.note('backed-up');
      context.print(`Backed up ${contents(found, context)} to ${target}.`);
    },
  },
  {
    name: 'check-backup',
    usage: '<folder>',
    summary: 'Check a backup and list what is in it.',
    words: [1, 1],
    async run({ words: [folder = ''] }, context) {
      const source = resolve(folder);
      context.print(`The backup in ${source} is complete: ${contents(await checkBackup(source), context)}.`);
    },
  },
  {
    name: 'restore',
    usage: '<folder> [--force]',
    summary: 'Replace the contents of DATA_DIR with a backup; stop the server first.',
    more: [
      `The current contents are moved to DATA_DIR/${replaced}, until you delete them; if it fails, they stay.`,
      '--force   even while another process has the database open: its later writes are lost.',
    ],
    words: [1, 1],
    options: { force: { type: 'boolean', default: false } },
    async run({ words: [folder = ''], options }, context) {
      mustBeEmbedded(context, 'pg_restore');
      const { dataDir } = context.config;
      const source = resolve(folder);
      // Checked first, so that a useless backup does not touch the existing data.
      await checkBackup(source);
      const path = join(dataDir, databaseFile);
      if (!options.force && existsSync(path) && isInUse(path)) {
        throw new CommandError(
          'The server, or another command, has the database open. Stop it first, then restore again.',
        );
      }
      await makeFolder(dataDir);
      // No server starts meanwhile.
      using _ = lockUnless(options.force === true, dataDir);
      const { result: found, aside } = await replaceContents(dataDir, context.now(), (ready) =>
        restoreBackup(source, ready),
      );
      context.note('restored');
      context.print(`Restored ${contents(found, context)} from ${source}.`);
      if (aside) context.print(`The previous contents are in ${aside}; delete them once everything works.`);
    },
  },
];

function mustBeEmbedded({ config }: CommandContext, tool: string) {
  if (!config.databaseUrl) return;
  throw new CommandError(
    `DATABASE_URL is set: back up and restore PostgreSQL with its own tools (${tool}); docs/operations.md says how.`,
  );
}

function lockUnless(isForced: boolean, dataDir: string): Disposable {
  try {
    const { release } = lockDataDir(dataDir);
    return { [Symbol.dispose]: release };
  } catch (error) {
    if (isForced) return { [Symbol.dispose]() {} };
    throw error;
  }
}

function contents({ users, files, missing }: Backup, { config }: CommandContext): string {
  const accounts = counted(users, 'account');
  if (config.s3) return `${accounts} (the uploads are in the bucket ${config.s3.bucket})`;
  const lost = missing > 0 ? ` (${missing} of them removed meanwhile)` : '';
  return `${accounts} and ${counted(files, 'upload')}${lost}`;
}

const counted = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`;
