import type { Command } from './command.ts';
import { person } from './person.ts';
import { shown } from './table.ts';

export const verifyCommands: readonly Command[] = [
  {
    name: 'verify',
    usage: '<person>',
    summary: 'Say that the e-mail address of an account is its person’s, as a mailed link would.',
    more: [
      'For a server without SMTP_URL, or for somebody whom its mails do not reach. Make sure of it first:',
      'anyone who searches for a verified address finds the account, if its owner allows it.',
    ],
    words: [1, 1],
    async run({ words: [name = ''] }, { people: open, print, note }) {
      const people = await open();
      const { user_id, username, email } = await person(people, name);
      const isNew = await people.auth.emails.vouchFor(user_id);
      if (isNew) note('email-verified', user_id);
      const done = isNew ? 'is now verified' : 'was verified already';
      print(`${shown(email)} ${done} as the address of ${shown(username)}.`);
    },
  },
];
