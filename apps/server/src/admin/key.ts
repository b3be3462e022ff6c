import type { CliCommand } from './command.ts';

export const keyCommands: readonly CliCommand[] = [
  {
    name: 'rotate-key',
    usage: '',
    summary: 'Sign access tokens with a new key from now on.',
    more: [
      'No one is signed out: tokens of the old key stay valid until they expire, at most ten minutes later.',
      'A running server takes up the new key within a minute.',
    ],
    words: [0, 0],
    async run(_, { people, print, note }) {
      const { auth } = await people();
      const kid = await auth.rotateSigningKey();
      note('signing-key-rotated');
      print(`The key ${kid} signs from now on.`);
    },
  },
];
