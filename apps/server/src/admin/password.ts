import type { CliCommand } from './command.ts';
import { findPerson } from './find-person.ts';
import { mailOutcome } from './mail-outcome.ts';
import { shown } from './table.ts';

export const passwordCommands: readonly CliCommand[] = [
  {
    name: 'reset-password',
    usage: '<person> [--mail]',
    summary: 'Create a link with which a person sets a new password, once, within 30 minutes.',
    more: [
      'The link is printed: pass it on in a way that only this person can read.',
      '--mail   email it to the address of the account instead, and print nothing secret',
      'Their password and sign-ins stay until they use it.',
    ],
    words: [1, 1],
    options: { mail: { type: 'boolean', default: false } },
    async run({ words: [name = ''], options }, { people: open, print, note, config }) {
      const people = await open();
      const { user_id, username, email } = await findPerson(people, name);
      if (options.mail) {
        await people.auth.recovery.mailResetLink(user_id);
        note('password-reset-asked', { subject: user_id });
        return print(mailOutcome(config, shown(email)));
      }
      const link = await people.auth.recovery.resetLink(user_id);
      note('password-reset-asked', { subject: user_id });
      print(`With this link ${shown(username)} can set a new password within 30 minutes:`);
      print(link);
    },
  },
];
