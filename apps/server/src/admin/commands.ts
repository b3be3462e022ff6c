import { backupCommands } from './backup.ts';
import type { Command } from './command.ts';

/** Everything the command line can do, in the order of its help. */
export const commands: readonly Command[] = [...backupCommands];
