import { newId } from '@polylogue/sync';
import { describe, expect, test } from 'vitest';
import type { Dialect } from '../../platform/database/dialect.ts';
import { startWithCircle } from '../../testing/circle.ts';
import { serviceDatabases } from '../../testing/databases.ts';
import { type Changes, inSpaces } from './testing.ts';

async function start(dialect: Dialect) {
  const circle = await startWithCircle(dialect, ['ada', 'ben', 'eve', 'joe']);
  const of = (name: 'ada' | 'ben' | 'eve' | 'joe') => ({
    ...inSpaces(circle, circle[name]),
    id: circle[name].id,
  });
  const [ada, ben, eve, joe] = [of('ada'), of('ben'), of('eve'), of('joe')];
  const id = await ada.make({ visibility: 'public' });
  for (const one of [ben, eve]) await one.join(id);
  await ada.setMember(id, eve, { role: 'listener' });
  return { circle, id, ada, ben, eve, joe };
}

const topics = ({ messages }: Pick<Changes, 'messages'>) =>
  messages.flatMap((row) => ('notice' in row && row.notice?.kind === 'topic' ? row : []));

describe.each(serviceDatabases)('topics on %s', (dialect) => {
  test('whoever may post begins a new topic, once however often it is sent [TOPIC-01]', async () => {
    const { id, ada, ben, eve, joe } = await start(dialect);
    await ada.post(id, 'Beans');
    const message_id = newId();
    const { status, body } = await ben.topic(id, message_id);
    expect(status).toBe(200);
    expect(body.message).toMatchObject({
      message_id,
      kind: 'notice',
      by_id: ben.id,
      notice: { kind: 'topic' },
    });
    expect((await ben.topic(id, message_id)).body.head).toBe(body.head);
    expect((await eve.topic(id)).status).toBe(403);
    expect((await joe.topic(id)).status).toBe(404);
    expect((await ada.topic(id, message_id)).status).toBe(409);
    expect((await eve.changes(id)).body).toMatchObject({ head: body.head });
  });

  test('hundreds of topics in a row are one [TOPIC-02]', async () => {
    const { circle, id, ada } = await start(dialect);
    await ada.post(id, 'Beans');
    const [first] = topics({ messages: [(await ada.topic(id)).body.message] });
    for (let turn = 0; turn < (process.env.LONG_RUN ? 1_000 : 200); turn++) {
      // As long as posts may come.
      if (turn % 15 === 0) circle.pass(10_000);
      if (turn % 300 === 0) circle.ada.token = (await circle.signIn('ada')).body.access_token;
      expect((await inSpaces(circle, circle.ada).topic(id)).body.message.message_id).toBe(first?.message_id);
    }
    expect(topics((await inSpaces(circle, circle.ada).changes(id)).body)).toHaveLength(1);
  }, 60_000);

  test('who has begun a topic takes it back within a minute, and nobody else does [TOPIC-02]', async () => {
    const { circle, id, ada, ben } = await start(dialect);
    await ada.post(id, 'Beans');
    const { message_id } = (await ben.topic(id)).body.message;
    expect((await ada.undoTopic(id, message_id)).status).toBe(403);
    await ada.setMember(id, ben, { muted_until: circle.now() + 60_000 });
    expect((await ben.undoTopic(id, message_id)).status).toBe(403);
    await ada.setMember(id, ben, { muted_until: null });
    const { head } = (await ben.undoTopic(id, message_id)).body;
    expect((await ben.undoTopic(id, message_id)).body.head).toBe(head);
    expect(topics((await ada.changes(id)).body)).toMatchObject([{ deleted_at: circle.now() }]);
    const late = (await ben.topic(id)).body.message.message_id;
    circle.pass(70_000);
    expect((await ben.undoTopic(id, late)).status).toBe(403);
    // Other messages are none of it.
    const post = (await ben.post(id)).body.message;
    expect((await ben.undoTopic(id, post.message_id)).status).toBe(404);
  });

  test('a topic holds for everyone, also for those who may not see who has begun it [TOPIC-02]', async () => {
    const { circle, id, ada, ben } = await start(dialect);
    await ada.post(id, 'Beans');
    await ben.topic(id);
    await circle.ada.block(circle.ben);
    const [seen] = topics((await ada.changes(id)).body);
    expect(seen).toMatchObject({ by_id: null, notice: { user_id: null } });
  });
});
