import { describe, expect, test } from 'vitest';
import { startWithCircle } from '../../../testing/circle.ts';
import { databases } from '../../../testing/databases.ts';
import { eventually } from '../../../testing/server.ts';
import { connect } from '../../../testing/sockets.ts';
import { inSpaces } from '../testing.ts';

describe.each(databases)('the pages of a person, on %s', (dialect) => {
  test('hear soon what is unread in spaces that they do not show, without what a block hides, and what was read on another device', async () => {
    const circle = await startWithCircle(dialect, ['ada', 'ben', 'eve', 'joe'], { liveTimes: { news: 20 } });
    const of = (who: 'ada' | 'ben' | 'eve' | 'joe') => inSpaces(circle, circle[who]);
    const [ada, ben, eve, joe] = [of('ada'), of('ben'), of('eve'), of('joe')];
    const id = await ada.make({ visibility: 'public' });
    for (const one of [ben, eve, joe]) await one.join(id);
    await circle.ben.block(circle.joe);
    const page = await connect(circle, circle.ben.token, { account: 0 });
    const inRoom = await connect(circle, circle.eve.token, { account: 0, [id]: 0 });

    for (const who of [ada, joe, ada]) await who.post(id, 'Hello');
    await page.next('news', ({ unread }) => unread[id] === 2);
    const { message } = (await ada.post(id, 'Tea?')).body;
    await page.next('news', ({ unread }) => unread[id] === 3);

    await ben.setOwn(id, { read_number: message.number });
    const counted = () => page.all('news').findLast(({ unread }) => id in unread)?.unread[id];
    await eventually(() => expect(counted()).toBe(0));
    // What happens within one round is one frame.
    await circle.befriend(circle.ada, circle.ben);
    await page.next('news', ({ requests }) => requests);
    // Who has the room open sees it there.
    expect(inRoom.all('news').flatMap(({ unread }) => Object.keys(unread))).toEqual([]);
  });

  test('learn at once what was read and chosen elsewhere of a space that they show', async () => {
    const circle = await startWithCircle(dialect, ['ada', 'ben']);
    const [ada, ben] = [inSpaces(circle, circle.ada), inSpaces(circle, circle.ben)];
    const id = await ada.make({ visibility: 'public' });
    await ben.join(id);
    const laptop = await connect(circle, circle.ben.token, { account: 0, [id]: 0 });
    const others = await connect(circle, circle.ada.token, { account: 0, [id]: 0 });
    const { message, head } = (await ada.post(id, 'Tea?')).body;

    await ben.setOwn(id, { notify: 'none' });
    await laptop.next('own', ({ feed, notify }) => feed === id && notify === 'none');
    await ben.setOwn(id, { read_number: message.number });
    await laptop.next('own', ({ read_number }) => read_number === message.number);
    await ben.setOwn(id, { seen_until: 7 });
    await laptop.next('own', ({ seen_at }) => seen_at === 7);
    expect((await ben.read(id)).body.seen_at).toBe(7);
    expect(others.all('own')).toEqual([]);
    // Who was asleep learns it with what has changed.
    expect((await ben.changes(id, head)).body.own).toEqual({
      read_number: message.number,
      notify: 'none',
      seen_at: 7,
    });
  });
});
