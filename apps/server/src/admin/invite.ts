import { type CliCommand, UsageError } from './command.ts';
import { mailOutcome } from './mail-outcome.ts';

const defaultDays = 14;
const day = 24 * 60 * 60 * 1000;

export const inviteCommands: readonly CliCommand[] = [
  {
    name: 'invite',
    usage: '[--email <address>] [--days <number>]',
    summary: 'Create a link with which one person can sign up, even while SIGNUP=invite.',
    more: [
      '--email   only for this address, and emailed to it as well',
      `--days    days it is valid, 1 to 365; ${defaultDays} by default`,
    ],
    words: [0, 0],
    options: { email: { type: 'string' }, days: { type: 'string' } },
    async run({ options: { email, days = String(defaultDays) } }, { people, print, note, config }) {
      const lifetime = Number(days);
      if (!/^\d{1,3}$/.test(String(days)) || lifetime < 1 || lifetime > 365) {
        throw new UsageError('--days takes a whole number from 1 to 365.');
      }
      const { auth } = await people();
      const address = email === undefined ? undefined : String(email);
      const link = await auth.createInvite(address, lifetime * day);
      note('invited');
      print(
        `With this link ${address ?? 'one person'} can sign up within ${lifetime === 1 ? 'a day' : `${lifetime} days`}:`,
      );
      print(link);
      if (address) print(mailOutcome(config, 'that address'));
      if (config.signup === 'closed')
        print('But SIGNUP is closed: it cannot be used until SIGNUP is invite or open.');
    },
  },
];
