import type { ParseArgsOptionsConfig } from 'node:util';
import type { accounts } from '../accounts.ts';
import type { Config } from '../config.ts';
import type { ReportDesk } from '../domains/reports/service.ts';
import type { SecurityEvent } from '../platform/log/events.ts';

/** What a command was told: its words and its options. */
export interface Told {
  words: string[];
  options: Record<string, string | boolean | undefined>;
}

export type People = ReturnType<typeof accounts>;

/** Where a command works. */
export interface Desk {
  config: Config;
  /** People and their sign-ins, on the server's own database; it is opened here and closed after the command. */
  people(): Promise<People>;
  /** What people have reported, on the same database. */
  reports(): Promise<ReportDesk>;
  /** Begins the end of an account, on the same database; the running server does the rest. */
  leave(userId: string): Promise<void>;
  /** One line for the person. */
  say(line: string): void;
  /** Keeps what was done, and to which account, in DATA_DIR/admin.log. */
  note(event: SecurityEvent, subject?: string): void;
  now(): number;
}

/** One thing the command line can do. */
export interface Command {
  name: string;
  /** What follows the name, such as `<person> [--mail]`. */
  usage: string;
  /** One sentence. */
  says: string;
  /** More about it, a line each, in its own help. */
  more?: readonly string[];
  /** How many words it takes, at least and at most. */
  words: readonly [number, number];
  options?: ParseArgsOptionsConfig;
  run(told: Told, desk: Desk): Promise<void>;
}

/** What the person asked for cannot be done; the message is a sentence that says what to do instead. */
export class Unable extends Error {
  override name = 'Unable';
}

/** What the person typed makes no command; the sentence is followed by where to find help. */
export class Misunderstood extends Error {
  override name = 'Misunderstood';
}
