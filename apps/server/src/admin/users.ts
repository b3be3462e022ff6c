import { Standing } from '@polylogue/contract';
import type { ListedUser } from '../domains/users/service.ts';
import { type AccountServices, type CliCommand, UsageError } from './command.ts';
import { findPerson } from './find-person.ts';
import { alignColumns, shown, shownInstant } from './table.ts';

const most = 200;

export const userCommands: readonly CliCommand[] = [
  {
    name: 'users',
    usage: '[part of a name or address] [--standing good|limited|suspended]',
    summary: 'List accounts, all or those that match.',
    more: [`The first ${most} that match are shown, oldest first; times are UTC.`],
    words: [0, 1],
    options: { standing: { type: 'string' } },
    async run({ words: [part = ''], options }, { people, print }) {
      const standing = options.standing === undefined ? undefined : standingOf(String(options.standing));
      const { users } = await people();
      const found: ListedUser[] = [];
      let count = 0;
      for await (const user of allUsers(users)) {
        if (standing && user.standing !== standing) continue;
        if (!matches(user, part)) continue;
        count += 1;
        if (found.length < most) found.push(user);
      }
      if (count === 0) return print(part || standing ? 'No account matches.' : 'There are no accounts yet.');
      const rows = found.map(({ username, email, isVerified, standing, createdAt, userId }) => [
        shown(username),
        shown(email),
        isVerified ? 'verified' : 'unverified',
        standing,
        shownInstant(createdAt.getTime()),
        userId,
      ]);
      for (const line of alignColumns([['USERNAME', 'E-MAIL', '', 'STANDING', 'SINCE', 'ID'], ...rows]))
        print(line);
      if (count > most) print(`… and ${count - most} more: give a part of a name to see fewer.`);
    },
  },
  {
    name: 'standing',
    usage: '<person> <good|limited|suspended>',
    summary: 'Set what an account may do: everything, not contact strangers, or not sign in.',
    more: ['A suspended person is signed out everywhere, within five seconds on a running server.'],
    words: [2, 2],
    async run({ words: [name = '', word = ''] }, { people: open, print, note }) {
      const standing = standingOf(word);
      const people = await open();
      const { user_id, username } = await findPerson(people, name);
      await people.auth.setStanding(user_id, standing);
      note('standing-changed', { subject: user_id });
      const out = standing === 'suspended' ? ' and signed out everywhere' : '';
      print(`${shown(username)} is now ${standing}${out}.`);
    },
  },
];

async function* allUsers(users: AccountServices['users']): AsyncGenerator<ListedUser> {
  const limit = 1000;
  let after = '';
  for (;;) {
    const page = await users.list({ after, limit });
    yield* page;
    after = page.at(-1)?.userId ?? '';
    if (page.length < limit) return;
  }
}

function matches({ username, email, userId }: ListedUser, part: string): boolean {
  // No name, address or id has whitespace.
  const wanted = part.toLowerCase().replace(/\s/g, '');
  return [username, email, userId].some((text) => text.toLowerCase().includes(wanted));
}

function standingOf(word: string): Standing {
  const { success, data } = Standing.safeParse(word);
  if (success) return data;
  throw new UsageError(`"${word}" is not a standing. It must be one of ${Standing.options.join(', ')}.`);
}
