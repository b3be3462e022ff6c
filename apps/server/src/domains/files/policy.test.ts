import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { leash } from './policy.ts';

test('operations.md tells the leash as it is', async () => {
  const text = await readFile(join(import.meta.dirname, '../../../../../docs/operations.md'), 'utf8');
  const megabytes = (bytes: number) => bytes / 1024 / 1024;
  expect(text).toContain(`at most ${megabytes(leash.fileBytes)} MB`);
  expect(text).toContain(`${leash.filesADay} files and ${megabytes(leash.bytesADay)} MB a day`);
  expect(text).toContain(`at most ${megabytes(leash.allBytes) / 1024} GB of disk`);
  expect(text).toContain(`gone after ${leash.hoursKept} hours`);
});
