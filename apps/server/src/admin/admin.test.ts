import { expect, test } from 'vitest';
import { cliCommands } from './commands.ts';
import { commandLine } from './testing.ts';

test('without arguments it lists the commands', async () => {
  const { type } = await commandLine();
  for (const words of [[], ['help'], ['--help'], ['-h']]) {
    const { code, output } = await type(...words);
    expect(code).toBe(0);
    for (const { name, summary } of cliCommands) {
      expect(output).toContain(`\n  ${name}`);
      expect(output).toContain(summary);
    }
  }
});

test.each(cliCommands.map(({ name }) => name))('%s has its own help', async (name) => {
  const { type } = await commandLine();
  const help = await type('help', name);
  expect(help).toMatchObject({ code: 0, output: expect.stringContaining(`npm run admin -- ${name}`) });
  expect(await type(name, '--help')).toEqual(help);
});

test('an unknown command ends with 2 and a sentence', async () => {
  const { type } = await commandLine();
  for (const words of [['make-coffee'], ['help', 'make-coffee'], ['__proto__']]) {
    const { code, output, errors } = await type(...words);
    expect({ code, output }).toEqual({ code: 2, output: '' });
    expect(errors).toMatch(
      /^There is no command ".*"\. The commands are: .*backup.*\nnpm run admin -- help /,
    );
  }
});

test.each([
  [['backup']],
  [['backup', 'a', 'b']],
  [['backup', 'a', '--fast']],
  [['restore', 'a', '--force=yes']],
])('%j ends with 2 and says how the command is used', async (words) => {
  const { type } = await commandLine();
  const { code, errors } = await type(...words);
  expect(code).toBe(2);
  expect(errors).toContain(`npm run admin -- ${words[0]} <`);
});

test('if no server has ever run, no database is created', async () => {
  const { type, dataDir } = await commandLine();
  expect(await type('backup', '/tmp/nowhere')).toEqual({
    code: 1,
    output: '',
    errors: `There is no database at ${dataDir}/polylogue.db.`,
  });
});

test('an invalid variable is reported in a sentence here as well', async () => {
  const { type } = await commandLine({ PORT: 'http' });
  expect(await type('backup', 'x')).toMatchObject({
    code: 1,
    errors: 'PORT is "http" but must be a port number from 0 to 65535.',
  });
});
