import { backupCommands } from './backup.ts';
import type { CliCommand } from './command.ts';
import { deleteCommands } from './delete.ts';
import { inviteCommands } from './invite.ts';
import { keyCommands } from './key.ts';
import { passwordCommands } from './password.ts';
import { reportCommands } from './reports.ts';
import { signInCommands } from './sign-ins.ts';
import { spaceCommands } from './spaces.ts';
import { userCommands } from './users.ts';
import { verifyCommands } from './verify.ts';

/** All commands, in the order in which the help lists them. */
export const cliCommands: readonly CliCommand[] = [
  ...userCommands,
  ...verifyCommands,
  ...passwordCommands,
  ...inviteCommands,
  ...signInCommands,
  ...deleteCommands,
  ...reportCommands,
  ...spaceCommands,
  ...keyCommands,
  ...backupCommands,
];
