import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

test('the build looks for storage, finds none, and prints no warning of Node’s', async () => {
  const file = JSON.stringify(join(import.meta.dirname, 'without-storage.ts'));
  const look = 'console.log(typeof globalThis.localStorage, typeof globalThis.sessionStorage)';
  const run = (script: string) =>
    promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]);
  expect(await run(`import { withoutStorage } from ${file}; withoutStorage(); ${look}`)).toEqual({
    stdout: 'undefined undefined\n',
    stderr: '',
  });
});
