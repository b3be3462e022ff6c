import { type CliCommand, CommandError } from './command.ts';
import { findPerson } from './find-person.ts';
import { alignColumns, shown, shownInstant } from './table.ts';

export const signInCommands: readonly CliCommand[] = [
  {
    name: 'sign-ins',
    usage: '<person>',
    summary: 'List the devices on which a person is signed in.',
    words: [1, 1],
    async run({ words: [name = ''] }, { people: open, print }) {
      const people = await open();
      const { user_id, username } = await findPerson(people, name);
      const list = await people.auth.signIns.list({ userId: user_id, signInId: '' });
      if (list.length === 0) return print(`${shown(username)} is not signed in anywhere.`);
      const rows = list.map(({ device, address, created_at, last_used_at, sign_in_id }) => [
        shown(device),
        address,
        shownInstant(Date.parse(created_at)),
        shownInstant(Date.parse(last_used_at)),
        sign_in_id,
      ]);
      for (const line of alignColumns([['DEVICE', 'ADDRESS', 'SINCE', 'LAST USED', 'ID'], ...rows]))
        print(line);
    },
  },
  {
    name: 'end-sign-ins',
    usage: '<person> [--id <id of a sign-in>]',
    summary: 'Sign a person out: everywhere, or on one device.',
    more: ['A running server notices within five seconds.'],
    words: [1, 1],
    options: { id: { type: 'string' } },
    async run({ words: [name = ''], options: { id } }, { people: open, print, note }) {
      const people = await open();
      const { user_id, username } = await findPerson(people, name);
      const ended = await people.auth.signIns.end(
        user_id,
        id === undefined ? {} : { only: String(id) },
        'ended',
      );
      if (id !== undefined && ended === 0) {
        throw new CommandError(
          `${shown(username)} has no sign-in ${id}. npm run admin -- sign-ins ${name} lists them.`,
        );
      }
      note('sign-ins-ended', { subject: user_id });
      print(
        `${shown(username)} is signed out ${id === undefined ? `on ${devices(ended)}` : 'on that device'}.`,
      );
    },
  },
];

const devices = (count: number) => (count === 1 ? '1 device' : `${count} devices`);
