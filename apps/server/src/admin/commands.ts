import { backupCommands } from './backup.ts';
import type { Command } from './command.ts';
import { deleteCommands } from './delete.ts';
import { inviteCommands } from './invite.ts';
import { keyCommands } from './key.ts';
import { passwordCommands } from './password.ts';
import { reportCommands } from './reports.ts';
import { signInCommands } from './sign-ins.ts';
import { userCommands } from './users.ts';

/** Everything the command line can do, in the order of its help. */
export const commands: readonly Command[] = [
  ...userCommands,
  ...passwordCommands,
  ...inviteCommands,
  ...signInCommands,
  ...deleteCommands,
  ...reportCommands,
  ...keyCommands,
  ...backupCommands,
];
