import { expect, test } from 'vitest';
import { openFiles } from './open-files.ts';

test('a file that is removed before it asks something does not hold up the others', async () => {
  const files = openFiles<string>({
    most: 2,
    onTooMany() {},
    mediaTypeOf: ({ type }) => type,
    isInsertable: () => true,
    areTextsLate: false,
    async prepare({ id, name }, { ask }) {
      files.remove(id);
      await ask([]);
      return name;
    },
    async onPut() {},
  });
  expect(await files.prepare(files.put([new File(['?'], 'old.txt')]))).toEqual([]);
  expect(files.read()).toEqual([]);
});
