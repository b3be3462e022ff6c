import type { CliCommand } from './command.ts';
import { findPerson } from './find-person.ts';
import { shown } from './table.ts';

export const verifyCommands: readonly CliCommand[] = [
  {
    name: 'verify',
    usage: '<person>',
    summary: 'Mark the email address of an account as verified, as an emailed link would.',
    more: [
      'For a server without SMTP_URL, or for a person its emails do not reach. Check the address first:',
      'anyone who searches for a verified address finds the account, if its owner allows it.',
    ],
    words: [1, 1],
    async run({ words: [name = ''] }, { people: open, print, note }) {
      const people = await open();
      const { user_id, username, email } = await findPerson(people, name);
      const isNew = await people.auth.emails.verifyByOperator(user_id);
      if (isNew) note('email-verified', { subject: user_id });
      const done = isNew ? 'is now verified' : 'was already verified';
      print(`${shown(email)} ${done} as the address of ${shown(username)}.`);
    },
  },
];
