import { type Command, Misunderstood } from './command.ts';
import { onItsWay } from './on-its-way.ts';

const fallbackDays = 14;
const day = 24 * 60 * 60 * 1000;

export const inviteCommands: readonly Command[] = [
  {
    name: 'invite',
    usage: '[--email <address>] [--days <number>]',
    says: 'Make a link with which one person can sign up, also while SIGNUP=invite.',
    more: [
      '--email   only for this address, and mailed to it as well',
      `--days    how long it is good for, 1 to 365; ${fallbackDays} when it is not said`,
    ],
    words: [0, 0],
    options: { email: { type: 'string' }, days: { type: 'string' } },
    async run({ options: { email, days = String(fallbackDays) } }, { people, say, note, config }) {
      const lifetime = Number(days);
      if (!/^\d{1,3}$/.test(String(days)) || lifetime < 1 || lifetime > 365) {
        throw new Misunderstood('--days takes a whole number from 1 to 365.');
      }
      const { auth } = await people();
      const address = email === undefined ? undefined : String(email);
      const link = await auth.createInvite(address, lifetime * day);
      note('invited');
      say(
        `With this link ${address ?? 'one person'} can sign up within ${lifetime === 1 ? 'a day' : `${lifetime} days`}:`,
      );
      say(link);
      if (address) say(onItsWay(config, 'that address'));
      if (config.signup === 'closed')
        say('But SIGNUP is closed: nobody can use it until it is invite or open.');
    },
  },
];
