import { expect, test } from 'vitest';
import { noRoom } from '../../platform/files/full.ts';
import { postingInSpaces } from './posts.ts';
import { turnsInSpaces } from './turns.ts';

const full = {
  mustHaveRoom: async () => noRoom(),
  commands: { inSpace: async () => 'done' },
} as never;

test('on a full disk nothing longer is stored, but what a person takes back or deletes is', async () => {
  const posting = postingInSpaces(full);
  const turns = turnsInSpaces(full);
  const refused = { refusal: 'no-room', status: 507 };
  await expect(posting.edit('ada', 'club', 'post', { body: 'More' })).rejects.toMatchObject(refused);
  await expect(turns.again('ada', 'club', 'turn', { turn_id: 'next', wants: null })).rejects.toMatchObject(
    refused,
  );
  expect(await posting.edit('ada', 'club', 'post', { is_off_record: true })).toBe('done');
  expect(await posting.remove('ada', 'club', 'post')).toBe('done');
});
