import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { visitorLimits } from './policy.ts';

test('operations.md states the actual limits for visitors', async () => {
  const text = await readFile(join(import.meta.dirname, '../../../../../docs/operations.md'), 'utf8');
  const megabytes = (bytes: number) => bytes / 1024 / 1024;
  expect(text).toContain(`at most ${megabytes(visitorLimits.fileBytes)} MB`);
  expect(text).toContain(
    `${visitorLimits.filesADay} files and ${megabytes(visitorLimits.bytesADay)} MB a day`,
  );
  expect(text).toContain(`at most ${megabytes(visitorLimits.allBytes) / 1024} GB of disk`);
  expect(text).toContain(`gone after ${visitorLimits.hoursStored} hours`);
});
