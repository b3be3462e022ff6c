import { expect, test } from 'vitest';
import { noRoom } from '../../platform/files/full.ts';
import { creatingSpaces } from './managing/creating.ts';
import { managingSpaces } from './managing/managing.ts';
import { editingPosts } from './posts/editing.ts';
import { sessionsOfSpaces } from './sessions/sessions.ts';
import { askingInSpaces } from './turns/asking.ts';

const full = {
  mustHaveRoom: async () => noRoom(),
  commands: { inSpace: async () => 'done' },
  database: { db: {} },
} as never;

test('on a full disk nothing longer is stored, but what a person takes back or deletes is', async () => {
  const editing = editingPosts(full);
  const turns = askingInSpaces(full);
  const refused = { refusal: 'no-room', status: 507 };
  await expect(editing.edit('ada', 'club', 'post', { body: 'More' })).rejects.toMatchObject(refused);
  await expect(turns.again('ada', 'club', 'turn', { turn_id: 'next', wants: null })).rejects.toMatchObject(
    refused,
  );
  expect(await editing.edit('ada', 'club', 'post', { is_off_record: true })).toBe('done');
  expect(await editing.remove('ada', 'club', 'post')).toBe('done');

  const creating = creatingSpaces(full);
  const managing = managingSpaces(full);
  const sessions = sessionsOfSpaces(full);
  const when = { starts_at: 1, minutes: 60 };
  await expect(creating.create('ada', 'club', { name: 'Club' })).rejects.toMatchObject(refused);
  await expect(managing.change('ada', 'club', { about: 'More' })).rejects.toMatchObject(refused);
  await expect(sessions.schedule('ada', 'club', { session_id: 'first', ...when })).rejects.toMatchObject(
    refused,
  );
  await expect(sessions.move('ada', 'club', 'first', when)).rejects.toMatchObject(refused);
  expect(await sessions.cancel('ada', 'club', 'first')).toBe('done');
  // It goes on to read the space, which this test has none of.
  await expect(managing.change('ada', 'club', { visibility: 'invited' })).rejects.not.toMatchObject(refused);
});
