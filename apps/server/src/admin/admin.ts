import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { accounts } from '../accounts.ts';
import { ConfigError, readConfig, type ServerConfig } from '../config.ts';
import { deleteAccount } from '../domains/own-data/service.ts';
import { reportReview } from '../domains/reports/service.ts';
import { operatedSpaces } from '../domains/spaces/service.ts';
import { bootDatabase } from '../platform/database/boot.ts';
import { type Database, databaseFile } from '../platform/database/database.ts';
import { databaseExists } from '../platform/database/database-exists.ts';
import { UnusableError } from '../platform/database/unusable.ts';
import { RefusedError } from '../platform/http/refuse.ts';
import { jobQueue } from '../platform/jobs/queue.ts';
import { securityEvents } from '../platform/log/events.ts';
import { sendMailVia } from '../platform/mail/send-mail.ts';
import {
  type CliCommand,
  type CommandContext,
  CommandError,
  type CommandInput,
  UsageError,
} from './command.ts';
import { cliCommands } from './commands.ts';
import { commandHelp, helpText } from './help.ts';

interface AdminDeps {
  env: Record<string, string | undefined>;
  print(line: string): void;
  printError(line: string): void;
}

/** Runs one command and returns the exit code: 0 for success, 1 for failure, 2 for a usage error. */
export async function admin(args: readonly string[], { env, print, printError }: AdminDeps): Promise<number> {
  try {
    const [name = 'help', ...rest] = args;
    if (['help', '--help', '-h'].includes(name)) print(help(rest));
    else if (rest.includes('--help')) print(commandHelp(findCommand(name)));
    else await run(findCommand(name), rest, env, { print, printError });
    return 0;
  } catch (error) {
    printError(messageFor(error));
    return error instanceof UsageError ? 2 : 1;
  }
}

function help([name]: readonly string[]): string {
  return name ? commandHelp(findCommand(name)) : helpText(cliCommands);
}

function findCommand(name: string): CliCommand {
  const command = cliCommands.find((one) => one.name === name);
  if (command) return command;
  throw new UsageError(
    `There is no command "${name}". The commands are: ${cliCommands.map((one) => one.name).join(', ')}.`,
  );
}

function parseInput(
  { name, words: [least, most], usage, options = {} }: CliCommand,
  args: readonly string[],
): CommandInput {
  const correctUsage = `Usage: npm run admin -- ${name} ${usage}`;
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    if (positionals.length < least || positionals.length > most) throw new UsageError(correctUsage);
    return { words: positionals, options: values as CommandInput['options'] };
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const [first = ''] = (error as Error).message.split('. ');
    throw new UsageError(`${first.replace(/\.$/, '')}. ${correctUsage}`);
  }
}

async function run(
  command: CliCommand,
  args: readonly string[],
  env: AdminDeps['env'],
  { print, printError }: Omit<AdminDeps, 'env'>,
) {
  const input = parseInput(command, args);
  const config = readConfig(env);
  let opened: Promise<Database> | undefined;
  const context: CommandContext = {
    config,
    print,
    now: Date.now,
    async people() {
      opened ??= open(config);
      return peopleIn(await opened, config);
    },
    async reports() {
      opened ??= open(config);
      return reportReview({ database: await opened, now: Date.now });
    },
    async spaces() {
      opened ??= open(config);
      return operatedSpaces({ database: await opened, now: Date.now });
    },
    async deleteAccount(userId) {
      opened ??= open(config);
      const database = await opened;
      const jobs = jobQueue(database, Date.now);
      await deleteAccount({ database, ...peopleIn(database, config), jobs, now: Date.now })(userId);
    },
    note(event, { subject, space } = {}) {
      const line = {
        level: securityEvents[event] === 'warn' ? 40 : 30,
        time: new Date().toISOString(),
        event,
        actor: 'command-line',
        ...(subject && { subject }),
        ...(space && { space }),
        msg: event,
      };
      const path = join(config.dataDir, 'admin.log');
      try {
        appendFileSync(path, `${JSON.stringify(line)}\n`, { mode: 0o600 });
      } catch (error) {
        // It is done, and a link must still be printed.
        const { code, message } = error as NodeJS.ErrnoException;
        printError(`This was done, but not logged: ${path} cannot be written (${code ?? message}).`);
      }
    },
  };
  try {
    await command.run(input, context);
  } finally {
    await (await opened?.catch(() => undefined))?.close();
  }
}

async function open({ databaseUrl, dataDir }: ServerConfig): Promise<Database> {
  // Opening would create an empty database, and every account would seem to be deleted.
  if (!databaseUrl && !(await databaseExists(join(dataDir, databaseFile)))) {
    throw new CommandError(
      `There is no database in ${dataDir} yet. Start the server once, or set DATA_DIR to its folder.`,
    );
  }
  return await bootDatabase({ url: databaseUrl, dataDir });
}

/** The same as in the server; mails wait in the database until the server sends them. */
function peopleIn(database: Database, { publicUrl, port, signup, challenge }: ServerConfig) {
  return accounts({
    database,
    sendMail: sendMailVia(jobQueue(database, Date.now), Date.now),
    origin: () => publicUrl ?? (port === 0 ? unknownOrigin() : `http://localhost:${port}`),
    signup,
    isChallenged: challenge.kind !== 'off',
    now: Date.now,
  });
}

function unknownOrigin(): never {
  throw new CommandError(
    'PORT is 0, so only the server knows where it listens, and no link can be made. Set PUBLIC_URL.',
  );
}

function messageFor(error: unknown): string {
  if (error instanceof UsageError) return `${error.message}\nnpm run admin -- help shows every command.`;
  const isExpected = [CommandError, UnusableError, ConfigError, RefusedError].some(
    (kind) => error instanceof kind,
  );
  if (isExpected) return (error as Error).message;
  const { code, path } = error as NodeJS.ErrnoException;
  if (path && ['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'ENOTDIR'].includes(code ?? '')) {
    return `${path} cannot be read or written (${code}). Run this as the user who runs the server, with room on the disk.`;
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
