import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { accounts } from '../accounts.ts';
import { type Config, ConfigError, readConfig } from '../config.ts';
import { leave } from '../domains/own-data/service.ts';
import { reportDesk } from '../domains/reports/service.ts';
import { bootDatabase } from '../platform/database/boot.ts';
import { type Database, fileName } from '../platform/database/database.ts';
import { isThere } from '../platform/database/place.ts';
import { UnusableError } from '../platform/database/unusable.ts';
import { RefusedError } from '../platform/http/refuse.ts';
import { jobQueue } from '../platform/jobs/queue.ts';
import { securityEvents } from '../platform/log/events.ts';
import { postVia } from '../platform/mail/post.ts';
import { type Command, type Desk, Misunderstood, type Told, Unable } from './command.ts';
import { commands } from './commands.ts';
import { helpOf, helpOfOne } from './help.ts';

interface Surroundings {
  env: Record<string, string | undefined>;
  say(line: string): void;
  complain(line: string): void;
}

/** Runs one command. The answer is the exit code: 0 when it is done, 1 when it cannot be, 2 when it is none. */
export async function admin(args: readonly string[], { env, say, complain }: Surroundings): Promise<number> {
  try {
    const [name = 'help', ...rest] = args;
    if (['help', '--help', '-h'].includes(name)) say(help(rest));
    else if (rest.includes('--help')) say(helpOfOne(commandNamed(name)));
    else await run(commandNamed(name), rest, env, say);
    return 0;
  } catch (error) {
    complain(sentenceFor(error));
    return error instanceof Misunderstood ? 2 : 1;
  }
}

function help([name]: readonly string[]): string {
  return name ? helpOfOne(commandNamed(name)) : helpOf(commands);
}

function commandNamed(name: string): Command {
  const command = commands.find((one) => one.name === name);
  if (command) return command;
  throw new Misunderstood(
    `There is no command "${name}". There are: ${commands.map((one) => one.name).join(', ')}.`,
  );
}

function told({ name, words: [least, most], usage, options = {} }: Command, args: readonly string[]): Told {
  const asItIs = `It is used as: npm run admin -- ${name} ${usage}`;
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    if (positionals.length < least || positionals.length > most) throw new Misunderstood(asItIs);
    return { words: positionals, options: values as Told['options'] };
  } catch (error) {
    if (error instanceof Misunderstood) throw error;
    const [first = ''] = (error as Error).message.split('. ');
    throw new Misunderstood(`${first.replace(/\.$/, '')}. ${asItIs}`);
  }
}

async function run(command: Command, args: readonly string[], env: Surroundings['env'], say: Desk['say']) {
  const given = told(command, args);
  const config = readConfig(env);
  let opened: Promise<Database> | undefined;
  const desk: Desk = {
    config,
    say,
    now: Date.now,
    async people() {
      opened ??= open(config);
      return peopleIn(await opened, config);
    },
    async reports() {
      opened ??= open(config);
      return reportDesk({ database: await opened, now: Date.now });
    },
    async leave(userId) {
      opened ??= open(config);
      const database = await opened;
      const jobs = jobQueue(database, Date.now);
      await leave({ database, ...peopleIn(database, config), jobs, now: Date.now })(userId);
    },
    note(event, subject) {
      const line = {
        level: securityEvents[event] === 'warn' ? 40 : 30,
        time: new Date().toISOString(),
        event,
        actor: 'command-line',
        ...(subject && { subject }),
        msg: event,
      };
      appendFileSync(join(config.dataDir, 'admin.log'), `${JSON.stringify(line)}\n`, { mode: 0o600 });
    },
  };
  try {
    await command.run(given, desk);
  } finally {
    await (await opened?.catch(() => undefined))?.close();
  }
}

async function open({ databaseUrl, dataDir }: Config): Promise<Database> {
  // Opening would make a new one, and every person would seem to be gone.
  if (!databaseUrl && !(await isThere(join(dataDir, fileName)))) {
    throw new Unable(
      `There is no database in ${dataDir} yet. Start the server once, or set DATA_DIR to its folder.`,
    );
  }
  return await bootDatabase({ url: databaseUrl, dataDir });
}

/** As the server has them; mails wait in the database until it sends them. */
function peopleIn(database: Database, { publicUrl, port, signup, challenge }: Config) {
  return accounts({
    database,
    post: postVia(jobQueue(database, Date.now), Date.now),
    origin: () => publicUrl ?? `http://localhost:${port}`,
    signup,
    isChallenged: challenge.kind !== 'off',
    now: Date.now,
  });
}

function sentenceFor(error: unknown): string {
  if (error instanceof Misunderstood) return `${error.message}\nnpm run admin -- help shows every command.`;
  const isSaid = [Unable, UnusableError, ConfigError, RefusedError].some((kind) => error instanceof kind);
  if (isSaid) return (error as Error).message;
  const { code, path } = error as NodeJS.ErrnoException;
  if (path && ['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'ENOTDIR'].includes(code ?? '')) {
    return `${path} cannot be read or written (${code}). Run this as the user who runs the server, with room on the disk.`;
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
