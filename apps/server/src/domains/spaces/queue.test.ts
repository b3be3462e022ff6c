import { newId } from '@polylogue/sync';
import { defaultLend, turnLimits } from '@polylogue/sync/turns';
import { describe, expect, test } from 'vitest';
import { startWithCircle } from '../../testing/circle.ts';
import { addCrowd } from '../../testing/crowd.ts';
import { serviceDatabases } from '../../testing/databases.ts';
import { eventually } from '../../testing/server.ts';
import { connect } from '../../testing/sockets.ts';
import { turnStore } from './store/turn-store.ts';
import { inSpaces } from './testing.ts';

type Speaker = ReturnType<typeof inSpaces>;

async function ask(who: Speaker, id: string) {
  const turn_id = newId();
  return { ...(await who.post(id, 'What is a torch?', { turn_id })), turn_id };
}

const pupils = Array.from({ length: 12 }, (_, at) => `pupil${at}`);

describe.each(serviceDatabases)('the queue of a space on %s', (dialect) => {
  test('a class asks at once and is answered one by one, in the order in which they asked, without who withdrew [TORCH-18]', async () => {
    const circle = await startWithCircle(dialect, ['olga', ...pupils]);
    const olga = inSpaces(circle, circle.olga as { token: string });
    const id = await olga.make({ visibility: 'public' });
    const speakers = pupils.map((name) => inSpaces(circle, circle[name] as { token: string }));
    for (const speaker of speakers) expect((await speaker.join(id)).status).toBe(200);
    const asked = await Promise.all(speakers.map((speaker) => ask(speaker, id)));
    expect(asked.map(({ status }) => status)).toEqual(pupils.map(() => 200));
    const [first] = speakers;
    expect((await ask(first as Speaker, id)).body.message).toContain('still waiting');

    const lender = await connect(circle, circle.olga?.token as string, { [id]: 0 });
    const model = { provider: 'openai', model: 'gpt' };
    lender.send({
      type: 'presence',
      feed: id,
      is_visible: true,
      torch: {
        lend: { ...defaultLend, to: 'members', models: [{ ...model, price: null }] },
        lent_at: 1,
        spent_today: { usd: 0, tokens: 0 },
      },
    });
    const withdrawn = (await turnStore(circle.db).open(id))[3]?.turn_id ?? '';
    const asker = speakers[asked.findIndex(({ turn_id }) => turn_id === withdrawn)] as Speaker;
    expect((await asker.withdraw(id, withdrawn)).status).toBe(200);
    expect((await ask(asker, id)).status).toBe(200);

    const inOrder = await turnStore(circle.db).open(id);
    for (const [at, { turn_id }] of inOrder.entries()) {
      await lender.next('offer', (frame) => frame.turn_id === turn_id);
      expect(lender.all('offer')).toHaveLength(at + 1);
      const turn = {
        type: 'append' as const,
        feed: id,
        turn_id,
        epoch: 1,
        base: 0,
        offset: 0,
        text: 'A light.',
      };
      const spent = { input: 10, output: 5, usd: 0.01, is_estimate: false };
      lender.send({
        ...turn,
        started: { ...model, host: 'api.openai.com', used: [] },
        ended: { length: 8, spent },
      });
    }
    await lender.next('feed', ({ rows }) => JSON.stringify(rows).includes(`${inOrder.at(-1)?.turn_id}`));
  });

  test('the queue has an end, and who may not post at the moment takes no place in it', async () => {
    const circle = await startWithCircle(dialect, ['olga', 'ada', 'ben']);
    const olga = inSpaces(circle, circle.olga);
    const id = await olga.make({ visibility: 'public' });
    const [ada, ben] = [circle.ada, circle.ben].map((one) => inSpaces(circle, one)) as [Speaker, Speaker];
    for (const speaker of [ada, ben]) await speaker.join(id);
    await ask(ada, id);
    const [row] = await turnStore(circle.db).open(id);
    if (!row) throw new Error('Nothing waits.');
    const others = turnLimits.queue - 1;
    await addCrowd(await circle.database(), { size: others, spaceId: id });
    const crowd = circle.db.updateTable('space_members').where('user_id', 'like', '00000000-%');
    await crowd.set({ role: 'member' }).execute();
    for (let at = 1; at <= others; at++) {
      const asked_by = `00000000-0000-7000-8000-${String(at).padStart(12, '0')}`;
      await turnStore(circle.db).add({ ...row, turn_id: newId(), asked_by });
    }
    expect((await ask(ben, id)).body.message).toContain('Too many questions');
    await olga.setMember(id, circle.ada, { role: 'listener' });
    expect((await ask(ben, id)).status).toBe(200);
  });

  test.each([{ muted_until: Date.UTC(2100, 0) }, { role: 'listener' as const }])(
    'a question of somebody who may not post any more (%j) waits for no key: it is stopped [TOLD-05]',
    async (change) => {
      const circle = await startWithCircle(dialect, ['olga', 'ada']);
      const olga = inSpaces(circle, circle.olga);
      const id = await olga.make({ visibility: 'public' });
      const ada = inSpaces(circle, circle.ada);
      await ada.join(id);
      const { turn_id } = await ask(ada, id);
      expect((await olga.setMember(id, circle.ada, { role: 'member', muted_until: null })).status).toBe(200);
      expect((await turnStore(circle.db).open(id)).map((row) => row.turn_id)).toEqual([turn_id]);
      await olga.setMember(id, circle.ada, change);
      await eventually(async () => expect(await turnStore(circle.db).open(id)).toEqual([]));
    },
  );
});
