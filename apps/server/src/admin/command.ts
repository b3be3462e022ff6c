import type { ParseArgsOptionsConfig } from 'node:util';
import type { accounts } from '../accounts.ts';
import type { ServerConfig } from '../config.ts';
import type { ReportReview } from '../domains/reports/service.ts';
import type { OperatedSpaces } from '../domains/spaces/service.ts';
import type { Circumstances, SecurityEvent } from '../platform/log/events.ts';

/** The words and options typed after a command. */
export interface CommandInput {
  words: string[];
  options: Record<string, string | boolean | undefined>;
}

export type AccountServices = ReturnType<typeof accounts>;

/** What a command works with. */
export interface CommandContext {
  config: ServerConfig;
  /** People and their sign-ins, on the server's own database; it is opened here and closed after the command. */
  people(): Promise<AccountServices>;
  /** Reports, on the same database. */
  reports(): Promise<ReportReview>;
  /** Spaces, on the same database. */
  spaces(): Promise<OperatedSpaces>;
  /** Starts deleting an account, on the same database; the running server does the rest. */
  deleteAccount(userId: string): Promise<void>;
  /** Prints one line. */
  print(line: string): void;
  /** Logs the event, and what it concerns, in DATA_DIR/admin.log; only warns if it cannot be written. */
  note(event: SecurityEvent, about?: Pick<Circumstances, 'subject' | 'space'>): void;
  now(): number;
}

/** One thing the command line can do. */
export interface CliCommand {
  name: string;
  /** What follows the name, such as `<person> [--mail]`. */
  usage: string;
  /** One sentence. */
  summary: string;
  /** Further lines for its own help. */
  more?: readonly string[];
  /** The minimum and maximum number of words it takes. */
  words: readonly [number, number];
  options?: ParseArgsOptionsConfig;
  run(input: CommandInput, context: CommandContext): Promise<void>;
}

/** The command cannot be carried out; the message says what to do instead. */
export class CommandError extends Error {
  override name = 'CommandError';
}

/** The input is not a valid command; the message is followed by where to find help. */
export class UsageError extends Error {
  override name = 'UsageError';
}
