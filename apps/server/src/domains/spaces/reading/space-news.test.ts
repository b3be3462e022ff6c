import { describe, expect, test } from 'vitest';
import { startWithCircle } from '../../../testing/circle.ts';
import { databases } from '../../../testing/databases.ts';
import { eventually } from '../../../testing/server.ts';
import { connect } from '../../../testing/sockets.ts';
import { inSpaces } from '../testing.ts';

describe.each(databases)('pages that do not show a space, on %s', (dialect) => {
  test('hear soon what is unread there, without what a block hides, and what was read on another device', async () => {
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
});
