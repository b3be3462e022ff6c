import { expect, test } from 'vitest';
import { commands } from './commands.ts';
import { commandLine } from './testing.ts';

test('without a word it says what it can do', async () => {
  const { type } = await commandLine();
  for (const words of [[], ['help'], ['--help'], ['-h']]) {
    const { code, said } = await type(...words);
    expect(code).toBe(0);
    for (const { name, says } of commands) {
      expect(said).toContain(`\n  ${name}`);
      expect(said).toContain(says);
    }
  }
});

test.each(commands.map(({ name }) => name))('%s has a help of its own', async (name) => {
  const { type } = await commandLine();
  const asked = await type('help', name);
  expect(asked).toMatchObject({ code: 0, said: expect.stringContaining(`npm run admin -- ${name}`) });
  expect(await type(name, '--help')).toEqual(asked);
});

test('a command there is none of ends with 2 and a sentence', async () => {
  const { type } = await commandLine();
  for (const words of [['make-coffee'], ['help', 'make-coffee'], ['__proto__']]) {
    const { code, said, complained } = await type(...words);
    expect({ code, said }).toEqual({ code: 2, said: '' });
    expect(complained).toMatch(/^There is no command ".*"\. There are: .*backup.*\nnpm run admin -- help /);
  }
});

test.each([
  [['backup']],
  [['backup', 'a', 'b']],
  [['backup', 'a', '--fast']],
  [['restore', 'a', '--force=yes']],
])('%j ends with 2 and says how the command is used', async (words) => {
  const { type } = await commandLine();
  const { code, complained } = await type(...words);
  expect(code).toBe(2);
  expect(complained).toContain(`npm run admin -- ${words[0]} <`);
});

test('where nobody has started a server, no new database is made', async () => {
  const { type, dataDir } = await commandLine();
  expect(await type('backup', '/tmp/nowhere')).toEqual({
    code: 1,
    said: '',
    complained: `There is no database at ${dataDir}/polylogue.db.`,
  });
});

test('a wrong variable is a sentence here as well', async () => {
  const { type } = await commandLine({ PORT: 'http' });
  expect(await type('backup', 'x')).toMatchObject({
    code: 1,
    complained: 'PORT is "http" but must be a port number from 0 to 65535.',
  });
});
