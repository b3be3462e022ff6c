import { describe, expect, test } from 'vitest';
import { startWithCircle } from '../../testing/circle.ts';
import { serviceDatabases } from '../../testing/databases.ts';

describe.each(serviceDatabases)('on %s', (dialect) => {
  test('a person has one friend link, however often they open it: 128 random bits on our origin', async () => {
    const { ada, ben } = await startWithCircle(dialect, ['ada', 'ben']);
    const links = await Promise.all(Array.from({ length: 10 }, () => ada.link()));
    const [first] = links;
    for (const link of links) expect(link).toEqual(first);
    expect(first?.code).toMatch(/^[\w-]{22}$/);
    expect(first?.url).toBe(`http://polylogue.test/befriend?code=${first?.code}`);
    expect((await ben.link()).code).not.toBe(first?.code);
  });

  test('a link shows its owner and allows a request, whatever their privacy settings', async () => {
    const { ada, ben } = await startWithCircle(dialect, ['ada', 'ben']);
    await ada.become({ first_name: 'Ada', location: 'London' });
    const { code } = await ada.link();
    const seen = (await ben.linkOwner(code)).body;
    expect(seen).toEqual({ ...(await ben.viewProfile(ada)).body, can: { ...seen.can, befriend: true } });
    expect(seen).toMatchObject({ username: 'ada', first_name: null, location: null, friendship: 'stranger' });
    expect((await ben.ask(ada, code)).body.friendship).toBe('outgoing');
    expect((await ben.linkOwner(code)).body).toMatchObject({
      friendship: 'outgoing',
      can: { befriend: false },
    });
    expect((await ada.linkOwner(code)).body).toMatchObject({ friendship: 'self', can: { befriend: false } });
  });

  test('a new link invalidates the old one', async () => {
    const { ada, ben } = await startWithCircle(dialect, ['ada', 'ben']);
    const { code: old } = await ada.link();
    const renewed = (await ada.call('POST', '/me/friend-link')).body;
    expect(renewed.code).not.toBe(old);
    expect(await ada.link()).toEqual(renewed);
    expect(await ben.linkOwner(old)).toMatchObject({ status: 404, body: { error: 'not-found' } });
    expect((await ben.ask(ada, old)).status).toBe(403);
    expect((await ben.ask(ada, renewed.code)).status).toBe(200);
  });

  test('the link of a suspended person leads nowhere', async () => {
    const { ada, ben } = await startWithCircle(dialect, ['ada', 'ben']);
    const { code } = await ada.link();
    await ada.become({ user_standing: 'suspended' });
    expect(await ben.linkOwner(code)).toMatchObject({
      status: 404,
      body: { message: 'This friend link no longer works. Ask for a new one.' },
    });
  });
});
