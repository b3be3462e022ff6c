import { newId } from '@polylogue/sync';
import { describe, expect, test } from 'vitest';
import type { Dialect } from '../../platform/database/dialect.ts';
import { startWithCircle } from '../../testing/circle.ts';
import { serviceDatabases } from '../../testing/databases.ts';
import { inSpaces } from './testing.ts';

async function start(dialect: Dialect) {
  const circle = await startWithCircle(dialect, ['ada', 'ben', 'eve', 'joe']);
  const of = (name: 'ada' | 'ben' | 'eve' | 'joe') => ({
    ...inSpaces(circle, circle[name]),
    id: circle[name].id,
  });
  const [ada, ben, eve] = [of('ada'), of('ben'), of('eve')];
  const id = await ada.make({ visibility: 'public' });
  for (const one of [ben, eve]) await one.join(id);
  await ada.setMember(id, eve, { role: 'host' });
  const posted = async (body: string, more: object = {}) =>
    (await ben.post(id, body, more)).body.message.message_id;
  const pinsOf = async () => (await ben.read(id)).body.space.pins;
  const notices = async () =>
    (await ben.changes(id)).body.messages.flatMap((row) =>
      'notice' in row && row.notice ? [[row.notice.kind, row.by_id]] : [],
    );
  return { circle, id, ada, ben, eve, posted, pinsOf, notices };
}

describe.each(serviceDatabases)('pins on %s', (dialect) => {
  test('hosts pin messages and take them off, which leaves a line; members do not [PIN-03]', async () => {
    const { id, ada, ben, eve, posted, pinsOf, notices } = await start(dialect);
    const [one, two] = [await posted('Be kind'), await posted('Be brief')];
    expect((await ben.pin(id, one)).status).toBe(403);
    expect((await eve.pin(id, two)).status).toBe(200);
    const { head } = (await ada.pin(id, one)).body;
    expect((await ada.pin(id, one)).body.head).toBe(head);
    expect(await pinsOf()).toEqual([two, one]);
    expect((await ben.pins(id)).body.messages).toMatchObject([{ body: 'Be brief' }, { body: 'Be kind' }]);
    expect((await ben.unpin(id, two)).status).toBe(403);
    const off = (await ada.unpin(id, two)).body.head;
    expect((await ada.unpin(id, two)).body.head).toBe(off);
    expect(await pinsOf()).toEqual([one]);
    expect((await notices()).slice(-3)).toEqual([
      ['pinned', eve.id],
      ['pinned', ada.id],
      ['unpinned', ada.id],
    ]);
  });

  test('a message is in the changes when it is pinned, however long ago it was posted', async () => {
    const { id, ada, ben, posted } = await start(dialect);
    const one = await posted('Be kind');
    const { head } = (await ben.post(id, 'Later')).body;
    await ada.pin(id, one);
    const { space, messages } = (await ben.changes(id, head)).body;
    expect(space?.pins).toEqual([one]);
    expect(messages).toMatchObject([{ message_id: one }, { notice: { kind: 'pinned' } }]);
  });

  test('ten messages are pinned at most, with 8,000 characters together; deleted ones do not count [PIN-03]', async () => {
    const { circle, id, ada, ben, posted } = await start(dialect);
    const whole = await posted('x'.repeat(16_000));
    expect((await ada.pin(id, whole)).body.message).toContain('16,000');
    expect((await ada.pin(id, whole)).status).toBe(429);
    const long = await posted('x'.repeat(7_990));
    expect((await ada.pin(id, long)).status).toBe(200);
    const short = await posted('eleven char');
    expect((await ada.pin(id, short)).status).toBe(429);
    // Nor does it become too long by an edit.
    expect((await ben.edit(id, long, { body: 'x'.repeat(8_001) })).status).toBe(429);
    expect((await ben.edit(id, long, { body: 'x'.repeat(8_000) })).status).toBe(200);
    await ben.erase(id, long);
    const ten: string[] = [];
    for (let at = 0; at < 10; at++) {
      circle.pass(1_000);
      ten.push(await posted(`Rule ${at}`));
    }
    for (const one of ten) expect((await ada.pin(id, one)).status).toBe(200);
    expect((await ada.pin(id, short)).status).toBe(429);
    await ben.erase(id, ten[0] ?? '');
    expect((await ada.pin(id, short)).status).toBe(200);
    expect((await ben.read(id)).body.space.pins).toEqual([...ten.slice(1), short]);
  });

  test('what is off the record, an open answer, a notice or nothing is not pinned', async () => {
    const { id, ada, ben, posted } = await start(dialect);
    expect((await ada.pin(id, await posted('Psst', { is_off_record: true }))).status).toBe(403);
    const turn_id = newId();
    await ben.post(id, 'What grows?', { turn_id });
    expect((await ada.pin(id, turn_id)).status).toBe(403);
    const { message_id } = (await ben.topic(id)).body.message;
    for (const missing of [message_id, newId()]) expect((await ada.pin(id, missing)).status).toBe(404);
  });

  test('an archived space keeps its pins as they are, and a muted host pins nothing', async () => {
    const { circle, id, ada, eve, posted } = await start(dialect);
    const one = await posted('Be kind');
    await ada.setMember(id, eve, { muted_until: circle.now() + 60_000 });
    expect((await eve.pin(id, one)).status).toBe(403);
    await ada.archive(id);
    expect((await ada.pin(id, one)).status).toBe(403);
  });

  test('what is pinned is withheld across a block like everything else [PIN-01]', async () => {
    const { circle, id, ada, posted } = await start(dialect);
    await ada.pin(id, await posted('Be kind'));
    await circle.ada.block(circle.ben);
    expect((await ada.pins(id)).body.messages).toMatchObject([{ is_withheld: true }]);
  });
});
