import type { CliCommand } from './command.ts';
import { findPerson } from './find-person.ts';
import { shown } from './table.ts';

export const deleteCommands: readonly CliCommand[] = [
  {
    name: 'delete',
    usage: '<person> [--yes]',
    summary: 'Delete an account and everything in it for good, as its owner could.',
    more: [
      '--yes   do it; without it you see what would be deleted',
      'They are signed out at once and can no longer be found; the running server removes the rest within a minute',
      'and sends them a last mail. Their username stays reserved for 90 days. Existing backups are not changed.',
    ],
    words: [1, 1],
    options: { yes: { type: 'boolean', default: false } },
    async run({ words: [name = ''], options }, { people: open, deleteAccount, print, note }) {
      const { user_id, username, email } = await findPerson(await open(), name);
      const who = `${shown(username)} (${shown(email)}, ${user_id})`;
      if (!options.yes) {
        print(`This deletes ${who}: profile, conversations, pictures, files, friends, everything, for good.`);
        return print(`If that is what you want: npm run admin -- delete ${name} --yes`);
      }
      await deleteAccount(user_id);
      note('account-deleted', { subject: user_id });
      print(`${who} is signed out and can no longer be found; the running server removes what is left.`);
    },
  },
];
