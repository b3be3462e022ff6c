import type { PostRow, SpacePerson } from '@polylogue/contract';
import { newId, spaceLimits } from '@polylogue/sync';
import { newCode } from '@polylogue/sync/spaces';
import { describe, expect, test } from 'vitest';
import type { Dialect } from '../../platform/database/dialect.ts';
import { historyName } from '../../platform/database/history.ts';
import { jobQueue } from '../../platform/jobs/queue.ts';
import { rateLimits } from '../../platform/limits/limits.ts';
import { settled, startWithCircle } from '../../testing/circle.ts';
import { databases, serviceDatabases } from '../../testing/databases.ts';
import { shared } from '../../testing/lifetime.ts';
import { password, startWithPeople } from '../../testing/people.ts';
import { eventually } from '../../testing/server.ts';
import { commands } from './core/command.ts';
import { expiringFirstVersions } from './posts/expiring-first-versions.ts';
import { operatedSpaces } from './service.ts';
import { memberStore } from './store/member-store.ts';
import { type Changes, inSpaces } from './testing.ts';

const names = ['ada', 'ben', 'eve', 'joe'] as const;

async function start(dialect: Dialect, options: object = {}) {
  const circle = await startWithCircle(dialect, names, options);
  const of = (name: (typeof names)[number]) => ({ ...inSpaces(circle, circle[name]), id: circle[name].id });
  /** Lets this much time pass, then everyone signs in again. */
  async function later(ms: number) {
    circle.pass(ms);
    for (const name of names) circle[name].token = (await circle.signIn(name)).body.access_token;
  }
  return { circle, later, ada: of('ada'), ben: of('ben'), eve: of('eve'), joe: of('joe') };
}

const posts = ({ messages }: Pick<Changes, 'messages'>): PostRow[] =>
  messages.flatMap((row) => ('message_id' in row && row.kind === 'post' ? row : []));
const day = 24 * 60 * 60 * 1000;

describe.each(serviceDatabases)('spaces on %s', (dialect) => {
  test('a space is created, listed with its rights, and changed', async () => {
    const { ada, ben } = await start(dialect);
    const id = await ada.make({ name: 'Garden', about: 'Beans' });
    expect(await ada.make({ space_id: id })).toBe(id);
    const [own] = await ada.list();
    expect(own).toMatchObject({
      space: { space_id: id, name: 'Garden', about: 'Beans', visibility: 'invited', owner_id: ada.id },
      role: 'owner',
      head: 1,
      people: 1,
      unread: 0,
      closed_at: null,
    });
    expect(own?.can).toMatchObject({ post: true, archive: true, hand_over: true });
    expect((await ada.change(id, { name: 'Orchard' })).body).toMatchObject({
      space: { name: 'Orchard', seq: 2 },
      head: 2,
    });
    expect((await ada.change(id, { name: 'Orchard' })).body.head).toBe(2);
    expect(await ben.list()).toEqual([]);
    expect((await ben.request('POST', '/spaces', { space_id: id, name: 'Mine' })).status).toBe(409);
  });

  test('once the database was restored, a space has another view, so that browsers fetch it again', async () => {
    const { circle, ada } = await start(dialect);
    const id = await ada.make();
    const { place, db } = circle;
    const viewIn = async (server: Parameters<typeof inSpaces>[0]) =>
      (await inSpaces(server, circle.ada).changes(id)).body.view;
    async function viewAfterRestart() {
      const server = await startWithPeople(dialect, { place, at: circle.now() });
      const view = await viewIn(server);
      await server.app.close();
      return view;
    }
    const before = await viewIn(circle);
    await circle.app.close();
    expect(await viewAfterRestart()).toBe(before);
    // What restoring does.
    await db.deleteFrom('secrets').where('name', '=', historyName).execute();
    expect(await viewAfterRestart()).not.toBe(before);
  });

  test('no space gets the feed of an account, whatever id is requested', async () => {
    const { ada, ben } = await start(dialect);
    expect((await ada.request('POST', '/spaces', { space_id: ben.id, name: 'Trap' })).status).toBe(409);
  });

  test('friends join by a link, which shows strangers only the name and the number of people [SPACE-26]', async () => {
    const { circle, ada, ben, eve } = await start(dialect);
    const id = await ada.make({ visibility: 'link' });
    const { code, status } = await ada.link(id, { uses: 1 });
    expect(status).toBe(200);
    const { body } = await circle.call('GET', `/api/v1/spaces/by-code/${code}`);
    const card = { space_id: id, name: 'Garden', picture_url: null, people: 1 };
    const shown = { ...card, is_member: false, invited_by: null };
    expect(body).toEqual({ ...shown, role: null });
    expect((await ben.byCode(code)).body).toEqual({ ...shown, role: 'member' });
    expect((await ben.join(id)).status).toBe(404);
    expect((await ben.join(id, newCode())).status).toBe(404);
    expect((await ben.join(id, code)).body).toMatchObject({ role: 'member', people: 2, unread: 0 });
    expect((await ben.join(id, code)).status).toBe(200);
    // It was valid for one use.
    expect((await eve.byCode(code)).status).toBe(404);
    const rows = await circle.db.selectFrom('space_invitations').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(code);
  });

  test('a link says who made it if they left that on, and never across a block [SPACE-26]', async () => {
    const { circle, ada, ben, eve } = await start(dialect);
    await circle.ada.become({ first_name: 'Ada', last_name: 'Lovelace' });
    const id = await ada.make({ visibility: 'link' });
    const { code } = await ada.link(id, { shows_maker: true });
    const { body } = await circle.call('GET', `/api/v1/spaces/by-code/${code}`);
    expect(body).toMatchObject({ invited_by: 'Ada Lovelace' });
    expect((await ben.byCode(code)).body.invited_by).toBe('Ada Lovelace');
    await circle.ada.block(circle.eve);
    expect((await eve.byCode(code)).body.invited_by).toBeNull();
  });

  test('who joins under their name is known by it in that room, and by their username elsewhere [ROOM-06]', async () => {
    const { circle, ada, ben } = await start(dialect);
    await circle.ben.become({ first_name: 'Ben', last_name: 'Bitdiddle' });
    const [here, elsewhere] = [
      await ada.make({ visibility: 'link' }),
      await ben.make({ visibility: 'public' }),
    ];
    const nameIn = async (id: string) =>
      (await ada.changes(id)).body.people.find(({ user_id }) => user_id === ben.id)?.first_name;
    await ada.join(elsewhere);
    expect(await nameIn(elsewhere)).toBeNull();
    await ben.join(here, (await ada.link(here)).code, { shows_name: true });
    expect(await nameIn(here)).toBe('Ben');
    await ada.leave(elsewhere);
  });

  test('who leaves is no longer named, nor when they join again under their username [ROOM-06]', async () => {
    const { circle, ada, ben } = await start(dialect);
    await circle.ben.become({ first_name: 'Ben', last_name: 'Bitdiddle' });
    const id = await ada.make({ visibility: 'link' });
    const { code } = await ada.link(id);
    const named = async () =>
      (await ada.changes(id)).body.people.find(({ user_id }) => user_id === ben.id)?.first_name;
    await ben.join(id, code, { shows_name: true });
    expect(await named()).toBe('Ben');
    await ben.leave(id);
    expect(await named()).toBeNull();
    await ben.join(id, code, { shows_name: false });
    expect(await named()).toBeNull();
  });

  test('friends who are invited one by one know each other in the room by the names they chose to show [ROOM-06]', async () => {
    const { circle, ada, ben, eve, joe } = await start(dialect);
    for (const name of ['ben', 'eve', 'joe'] as const) {
      await circle[name].become({ first_name: `The real ${name}`, privacy_public_profile: false });
      await circle.befriend(circle.ada, circle[name]);
    }
    const id = await ada.make();
    const accept = async (who: typeof ben, more?: object) => {
      await ada.invite(id, who);
      const [invitation] = await who.received();
      await who.answer(invitation?.invitation_id ?? '', 'accept', more);
      return invitation;
    };
    await accept(ben, { shows_name: true });
    await accept(eve, { shows_name: false });
    await accept(joe);
    const named = async (who: typeof ben) =>
      (await who.changes(id)).body.people.flatMap(({ first_name }) => first_name ?? []).sort();
    expect(await named(eve)).toEqual(['The real ben', 'The real eve']);
    expect(await named(joe)).toEqual(['The real ben', 'The real joe']);
    // Who returns is told how it was, and without another choice it stays so.
    await ben.leave(id);
    await eve.leave(id);
    expect((await accept(ben))?.space.showed_name).toBe(true);
    expect((await accept(eve))?.space.showed_name).toBe(false);
    expect(await named(joe)).toEqual(['The real ben', 'The real joe']);
  });

  test('who joins a public space again is told whether it knew their name, and without another choice it does as before [ROOM-06]', async () => {
    const { circle, ada, ben } = await start(dialect);
    await circle.ben.become({ first_name: 'Ben', privacy_public_profile: false });
    const id = await ada.make({ visibility: 'public' });
    const { code } = await ada.link(id);
    const showed = async () => [
      (await ben.byCode(code)).body.showed_name,
      (await ben.public()).body.spaces.find(({ space_id }) => space_id === id)?.showed_name,
    ];
    const named = async () =>
      (await ada.changes(id)).body.people.find(({ user_id }) => user_id === ben.id)?.first_name ?? null;
    expect(await showed()).toEqual([undefined, undefined]);
    await ben.join(id, undefined, { shows_name: true });
    for (const shows_name of [true, false]) {
      await ben.leave(id);
      expect(await showed()).toEqual([shows_name, shows_name]);
      await ben.join(id);
      expect(await named()).toBe(shows_name ? 'Ben' : null);
      await ben.leave(id);
      await ben.join(id, code, { shows_name: false });
    }
  });

  test('the address of a public space leads whoever may join it there, and nobody else', async () => {
    const { circle, ada, ben, eve, joe } = await start(dialect);
    const id = await ada.make({ visibility: 'public' });
    await circle.ada.block(circle.eve);
    await ada.invite(id, circle.joe);
    await joe.join(id);
    expect((await ben.byCode(id)).body).toMatchObject({ space_id: id, is_member: false, invited_by: null });
    expect((await joe.byCode(id)).body).toMatchObject({ is_member: true });
    expect((await eve.byCode(id)).status).toBe(404);
    expect((await circle.call('GET', `/api/v1/spaces/by-code/${id}`)).status).toBe(404);
    await ada.remove(id, circle.joe, true);
    expect((await joe.byCode(id)).status).toBe(404);
    await ada.change(id, { visibility: 'link' });
    expect((await ben.byCode(id)).status).toBe(404);
  });

  test('with messages it is said who is named to everyone in that room, whoever reads them [ROOM-06]', async () => {
    const { circle, ada, ben, eve, joe } = await start(dialect);
    const isPrivate = { privacy_public_profile: false };
    await circle.ben.become({ first_name: 'Ben', ...isPrivate });
    await circle.eve.become({ first_name: 'Eve', privacy_public_profile: true });
    await circle.joe.become({ first_name: 'Joe', ...isPrivate });
    // Ada knows Ben's and Joe's names: as a friend, and from another room.
    await circle.befriend(circle.ada, circle.ben);
    const elsewhere = await ada.make({ visibility: 'public' });
    await joe.join(elsewhere, undefined, { shows_name: true });
    const id = await ada.make({ visibility: 'public' });
    for (const one of [ben, eve, joe]) await one.join(id);
    let last = '';
    for (const one of [ben, eve, joe]) last = (await one.post(id)).body.message.message_id;
    await ada.pin(id, last);
    const named = ({ people }: { people: SpacePerson[] }) =>
      people.flatMap(({ username, is_named }) => (is_named ? username : [])).sort();
    const { people } = (await ada.messages(id)).body;
    expect(people.flatMap(({ first_name }) => first_name ?? []).sort()).toEqual(['Ben', 'Eve', 'Joe']);
    expect(named({ people })).toEqual(['eve']);
    await joe.leave(id);
    await joe.join(id, undefined, { shows_name: true });
    expect(named((await ada.messages(id)).body)).toEqual(['eve', 'joe']);
    expect(named((await ada.one(id, last)).body)).toEqual(['joe']);
    expect(named((await ada.pins(id)).body)).toEqual(['joe']);
    // Also where nothing but these people is asked for, and with what has changed.
    const found = (await ada.members(id, `?ids=${circle.joe.id},${circle.eve.id}`)).body.people;
    expect(named({ people: found })).toEqual(['eve', 'joe']);
    expect(found.filter((one) => one.is_named_here).map(({ username }) => username)).toEqual(['joe']);
    expect(named((await ada.changes(id, 0)).body)).toEqual(['eve', 'joe']);
    await joe.leave(id);
    expect(named((await ada.messages(id)).body)).toEqual(['eve']);
  });

  test('a link that is used up is no longer among those that were sent', async () => {
    const { ada, ben } = await start(dialect);
    const id = await ada.make({ visibility: 'link' });
    const { code } = await ada.link(id, { uses: 1 });
    expect((await ada.sent(id)).body.invitations).toHaveLength(1);
    await ben.join(id, code);
    expect((await ada.sent(id)).body.invitations).toEqual([]);
  });

  test('a link that has ended still leads a member into their room, and nobody else [ROOM-03]', async () => {
    const { circle, later, ada, ben, eve } = await start(dialect);
    const make = async (more: object = {}) => {
      const id = await ada.make({ visibility: 'link' });
      const link = await ada.link(id, { hours: 1, ...more });
      await ben.join(id, link.code);
      return { id, ...link };
    };
    const expired = await make();
    await later(2 * 60 * 60 * 1000);
    const usedUp = await make({ uses: 1 });
    const replaced = await make();
    await ada.link(replaced.id, { replaces: replaced.invitation_id });
    const forInvited = await make();
    await ada.change(forInvited.id, { visibility: 'invited' });
    const archived = await make();
    await ada.archive(archived.id);
    for (const { id, code } of [expired, usedUp, replaced, forInvited, archived]) {
      const { status, body } = await ben.byCode(code);
      expect([status, body.space_id, body.is_member]).toEqual([200, id, true]);
      expect((await eve.byCode(code)).status).toBe(404);
      expect((await circle.call('GET', `/api/v1/spaces/by-code/${code}`)).status).toBe(404);
      await ben.leave(id);
      expect((await ben.byCode(code)).status).toBe(404);
    }
  });

  test('a new link replaces one’s own, in one call that can be repeated [ROOM-03]', async () => {
    const { ada, ben, eve } = await start(dialect);
    const id = await ada.make({ visibility: 'link' });
    const old = await ada.link(id);
    await ben.join(id, old.code);
    const replacing = { invitation_id: newId(), code: newCode(), replaces: old.invitation_id };
    // Not another’s: for that one has to be a host.
    expect((await ben.link(id, replacing)).status).toBe(404);
    for (let times = 0; times < 2; times += 1) {
      expect((await ada.link(id, replacing)).status).toBe(200);
    }
    expect((await eve.byCode(old.code)).status).toBe(404);
    expect((await eve.byCode(replacing.code)).status).toBe(200);
    expect((await ada.sent(id)).body.invitations).toHaveLength(1);
  });

  test('no number that a browser asks for leads into messages of other spaces', async () => {
    const { ada, ben } = await start(dialect);
    const own = await ben.make();
    await ben.post(own, 'Mine');
    const others = [await ada.make(), await ada.make()];
    for (const id of others) await ada.post(id, 'Among us');
    for (const spaces of [0, 1, 2, 1_000]) {
      for (const before of [spaces * 2 ** 32, spaces * 2 ** 32 + 1_000].filter((number) => number > 0)) {
        const { body } = await ben.messages(own, `?before=${before}`);
        expect(JSON.stringify(body)).not.toContain('Among us');
      }
    }
    const { body } = await ben.messages(own, `?before=${2 ** 32}`);
    expect(posts(body).map(({ body }) => body)).toEqual(['Mine']);
  });

  test('who is a listener stays one when they leave and join again, until a host invites them', async () => {
    const { circle, ada, ben, eve } = await start(dialect);
    for (const one of ['ada', 'eve'] as const) await circle.befriend(circle[one], circle.ben);
    const id = await ada.make({ visibility: 'public' });
    const { code } = await ada.link(id);
    await ben.join(id);
    await ada.setMember(id, ben, { role: 'listener' });
    for (const known of [undefined, code]) {
      await ben.leave(id);
      expect((await ben.byCode(code)).body.role).toBe('listener');
      expect((await ben.join(id, known)).body.role).toBe('listener');
    }
    await eve.join(id);
    for (const [by, role] of [
      [eve, 'listener'],
      [ada, 'member'],
    ] as const) {
      await ben.leave(id);
      await by.invite(id, ben);
      const [invitation] = await ben.received();
      expect(invitation?.role).toBe(role);
      const { joined } = (await ben.answer(invitation?.invitation_id ?? '', 'accept')).body;
      expect(joined).toMatchObject({ role });
    }
  });

  test('who joins and leaves all the time uses a link once, and the room does not fill with it', async () => {
    const { circle, ada, ben } = await start(dialect);
    const id = await ada.make({ visibility: 'link' });
    const { code } = await ada.link(id, { uses: 2 });
    for (let i = 0; i < 6; i++) {
      expect((await ben.join(id, code)).status).toBe(200);
      expect((await ben.leave(id)).status).toBe(200);
    }
    expect((await ada.sent(id)).body.invitations).toMatchObject([{ uses_left: 1 }]);
    const notices = async () =>
      (await ada.messages(id)).body.messages.filter((row) => 'notice' in row && row.by_id === ben.id).length;
    expect(await notices()).toBe(6);
    circle.pass(60 * 60 * 1000);
    for (const name of names) circle[name].token = (await circle.signIn(name)).body.access_token;
    await ben.join(id, code);
    expect(await notices()).toBe(7);
  });

  test('a link ends when it expires, is taken back or is no longer allowed [SPACE-21]', async () => {
    const { later, ada, ben } = await start(dialect);
    const id = await ada.make({ visibility: 'link' });
    const short = await ada.link(id, { hours: 1 });
    const long = await ada.link(id, { hours: 48 });
    await later(2 * 60 * 60 * 1000);
    expect((await ben.join(id, short.code)).status).toBe(404);
    expect((await ben.byCode(long.code)).status).toBe(200);
    await ada.change(id, { visibility: 'invited' });
    expect((await ben.byCode(long.code)).status).toBe(404);
    expect((await ben.join(id, long.code)).status).toBe(404);
    await ada.change(id, { visibility: 'link' });
    expect((await ada.revoke(id, long.invitation_id)).status).toBe(200);
    expect((await ben.join(id, long.code)).status).toBe(404);
  });

  test('a post is stored once however often it is sent, with its mentions, replies and files', async () => {
    const { circle, ada, ben, eve } = await start(dialect);
    const id = await ada.make({ visibility: 'public' });
    await ben.join(id);
    const message_id = newId();
    const mentions = [ben.id, eve.id];
    const first = await ada.post(id, 'Hi\0 there', { message_id, mentions, is_off_record: true });
    expect(first.body.message).toMatchObject({
      body: 'Hi\ufffd there',
      mentions: [ben.id],
      is_off_record: true,
    });
    expect((await ada.post(id, 'Other', { message_id })).body).toEqual(first.body);
    expect((await ben.post(id, 'Mine', { message_id })).status).toBe(409);
    const answer = await ben.post(id, 'Yes', { reply_to: message_id });
    expect(answer.body.message).toMatchObject({
      reply_to: message_id,
      number: first.body.message.number + 1,
    });
    expect((await ben.post(id, ' ')).status).toBe(400);
    expect((await ben.post(id, 'Look', { files: ['0'.repeat(32)] })).status).toBe(404);
    expect((await ben.post(id, 'To whom?', { reply_to: newId() })).status).toBe(404);
    await eventually(async () => expect((await ben.notifications()).notifications).toHaveLength(1));
    expect((await ben.notifications()).notifications[0]).toMatchObject({
      kind: 'mention',
      message_id,
      by: { username: 'ada' },
      space_name: 'Garden',
      // Ben has posted since, which does not say that he has read it.
      is_read: false,
    });
    expect((await eve.notifications()).notifications).toEqual([]);
    const { head } = (await ben.changes(id)).body;
    expect(
      (await circle.db.selectFrom('feeds').selectAll().where('owner_id', '=', id).executeTakeFirst())?.head,
    ).toBe(head);
  });

  test.each(['\u200b', '\u2800', '\u00ad', '\u200e\u200f'])(
    '%j alone is no post, no edit and no name',
    async (text) => {
      const { ada } = await start(dialect);
      const id = await ada.make({ visibility: 'public' });
      expect(await ada.post(id, text)).toMatchObject({ status: 400 });
      const { message_id } = (await ada.post(id, 'Hi')).body.message;
      expect(await ada.edit(id, message_id, { body: text })).toMatchObject({ status: 400 });
      expect(await ada.change(id, { name: text })).toMatchObject({ status: 400 });
    },
  );

  test('a post mentions at most 20 people, whatever else is in it', async () => {
    const { circle, ada } = await start(dialect);
    const id = await ada.make({ visibility: 'public' });
    const names = Array.from({ length: spaceLimits.mentions + 1 }, (_, at) => `guest${at}`);
    for (const name of names) {
      const { access_token: token } = await circle.signUp(name);
      await inSpaces(circle, { token }).join(id);
    }
    const strangers = Array.from({ length: 3_000 }, (_, at) => `@${at.toString(36)}`).join(' ');
    const { message } = (await ada.post(id, `@${names.join(' @')} ${strangers}`)).body;
    expect(message.mentions).toHaveLength(spaceLimits.mentions);
    expect((await ada.post(id, strangers)).body.message.mentions).toEqual([]);
  });

  test('all notifications are marked as read once, on every device, by the latest mark [SPACE-30]', async () => {
    const { circle, ada, ben } = await start(dialect);
    const id = await ada.make({ visibility: 'public' });
    await ben.join(id);
    await ada.post(id, 'One', { mentions: [ben.id] });
    await eventually(async () => expect((await ben.notifications()).unread).toBe(1));
    const before = await ben.notifications();
    const pull = await ben.request<{ head: number; notifications_seq: number }>('GET', '/changes?after=0');
    expect(pull.body).toMatchObject({ head: 1, notifications_seq: 1 });
    const at = circle.now();
    expect((await ben.markRead([at, at])).body).toEqual({ read: [at, at], unread: 0, seq: before.seq + 1 });
    expect((await ben.markRead([at - day, at - 1])).body).toEqual({
      read: [at, at],
      unread: 0,
      seq: before.seq + 1,
    });
    expect((await ben.notifications()).notifications[0]?.is_read).toBe(true);
  });

  test('a mention is read once its post is read', async () => {
    const { ada, ben } = await start(dialect);
    const id = await ada.make({ visibility: 'public' });
    await ben.join(id);
    const { number } = (await ada.post(id, 'One', { mentions: [ben.id] })).body.message;
    await ada.post(id, 'Two', { mentions: [ben.id] });
    await eventually(async () => expect((await ben.notifications()).unread).toBe(2));
    await ben.setOwn(id, { read_number: number });
    const { notifications, unread } = await ben.notifications();
    expect(unread).toBe(1);
    expect(notifications.map(({ is_read }) => is_read).sort()).toEqual([false, true]);
  });

  test('messages are read from the end, a page at a time, and changes by number', async () => {
    const { ada } = await start(dialect);
    const id = await ada.make();
    for (let at = 1; at <= 7; at += 1) await ada.post(id, `Post ${at}`);
    const last = (await ada.messages(id, '?limit=3')).body;
    expect(posts(last).map(({ body }) => body)).toEqual(['Post 5', 'Post 6', 'Post 7']);
    const before = (await ada.messages(id, `?limit=3&before=${last.next}`)).body;
    expect(posts(before).map(({ body }) => body)).toEqual(['Post 2', 'Post 3', 'Post 4']);
    const first = (await ada.messages(id, `?limit=3&before=${before.next}`)).body;
    expect(first.messages).toHaveLength(2);
    expect(first.next).toBeNull();
    expect(first.people.map(({ username }) => username)).toEqual(['ada']);
    const { head, ...changes } = (await ada.changes(id, last.head - 2)).body;
    expect(posts(changes).map(({ seq }) => seq)).toEqual([head - 1, head]);
    expect(changes).toMatchObject({ space: null, members: [], more: false });
  });

  test('a poll for changes waits until something happens, and ends for people who are removed', async () => {
    const { ada, ben } = await start(dialect);
    const id = await ada.make({ visibility: 'public' });
    await ben.join(id);
    const { head } = (await ben.changes(id)).body;
    const waiting = ben.changes(id, head, 25);
    await ada.post(id, 'News');
    expect(posts((await waiting).body).map(({ body }) => body)).toEqual(['News']);
    const next = ben.changes(id, head + 1, 25);
    await ada.remove(id, ben);
    expect((await next).status).toBe(404);
  });

  test('emoji that look the same are one reaction, and what is not one emoji is refused', async () => {
    const { ada, ben, eve } = await start(dialect);
    const id = await ada.make({ visibility: 'public' });
    for (const one of [ben, eve]) await one.join(id);
    const { message_id } = (await ada.post(id)).body.message;
    const shown = async () => {
      const { message } = (await eve.one(id, message_id)).body;
      const reactions = 'reactions' in message ? message.reactions : [];
      return reactions.map(({ emoji, count }): [string, number] => [emoji, count]);
    };
    await ada.react(id, message_id, '\u2764');
    await ben.react(id, message_id, '\u2764\ufe0f');
    await ada.react(id, message_id, '👍');
    const twice = (await ada.react(id, message_id, '👍\ufe0f')).body.head;
    expect((await ada.changes(id)).body.head).toBe(twice);
    expect(await shown()).toEqual([
      ['❤\ufe0f', 2],
      ['👍', 1],
    ]);
    const refused = ['👍👍👍', '1👍', '👍1000', '\u200d👍', '🇩🇪🇫🇷', '🇩', '\ufe0f'];
    for (const text of refused) expect((await ben.react(id, message_id, text)).status).toBe(404);
    await ada.unreact(id, message_id, '👍\ufe0f');
    expect(await shown()).toEqual([['❤\ufe0f', 2]]);
  });

  test('reactions are limited like posts: in a minute, in slow mode, and not by who is muted', async () => {
    const { circle, ada, ben } = await start(dialect, { rateLimits });
    const id = await ada.make({ visibility: 'public' });
    await ben.join(id);
    const { message_id } = (await ada.post(id)).body.message;
    await ada.change(id, { slow_seconds: 30 });
    expect((await ben.react(id, message_id)).status).toBe(200);
    for (const response of [await ben.react(id, message_id, '🎉'), await ben.post(id)]) {
      expect(response).toMatchObject({
        status: 429,
        body: { message: expect.stringContaining('Slow mode') },
      });
    }
    expect((await ben.unreact(id, message_id)).status).toBe(200);
    await ada.change(id, { slow_seconds: 0 });
    await ada.setMember(id, ben, { muted_until: circle.now() + day });
    expect((await ben.react(id, message_id)).body.message).toBe(
      'A host has muted you in this space. You can still read.',
    );
    expect((await ben.read(id)).body.can.react).toBe(false);
    await ada.setMember(id, ben, { muted_until: null });
    for (let count = 4; count < 30; count += 1) {
      expect((await (count % 2 ? ben.unreact : ben.react)(id, message_id)).status).toBe(200);
    }
    expect((await ben.react(id, message_id)).status).toBe(429);
  });

  test('in slow mode members have to wait between posts, hosts do not', async () => {
    const { circle, ada, ben } = await start(dialect);
    const id = await ada.make({ visibility: 'public' });
    await ben.join(id);
    expect((await ben.change(id, { slow_seconds: 30 })).status).toBe(403);
    await ada.change(id, { slow_seconds: 30 });
    expect((await ben.post(id)).status).toBe(200);
    expect((await ben.post(id)).status).toBe(429);
    circle.pass(31_000);
    expect((await ben.post(id)).status).toBe(200);
    for (let at = 0; at < 3; at += 1) expect((await ada.post(id)).status).toBe(200);
  });

  test('a person can create only so many spaces a day, even if they leave them at once', async () => {
    const circle = await startWithCircle(dialect, ['ada', 'ben'], { rateLimits });
    const ada = inSpaces(circle, circle.ada);
    const { calls } = rateLimits['new-space'].account;
    for (let at = 0; at < calls; at += 1) {
      const id = await ada.make();
      await ada.archive(id);
      expect((await ada.leave(id)).status).toBe(200);
    }
    await expect(ada.make()).rejects.toThrow('429');
    await inSpaces(circle, circle.ben).make();
  });

  test('20 posts are allowed in ten seconds, and further ones have to wait [FAULT-20]', async () => {
    const { ada } = await start(dialect, { rateLimits: undefined });
    const id = await ada.make();
    const responses = await Promise.all(Array.from({ length: 21 }, () => ada.post(id)));
    expect(responses.map(({ status }) => status).sort()).toEqual([...Array(20).fill(200), 429]);
  });

  test('people can be muted, removed and banned, and an owner hands the space over before leaving', async () => {
    const { circle, ada, ben } = await start(dialect);
    const id = await ada.make({ visibility: 'public' });
    await ben.join(id);
    await ada.setMember(id, ben, { muted_until: circle.now() + 60_000 });
    expect((await ben.read(id)).body.can).toMatchObject({ read: true, react: false, post: false });
    expect(await ben.post(id)).toMatchObject({
      status: 403,
      body: { message: expect.stringContaining('muted') },
    });
    circle.pass(61_000);
    expect((await ben.post(id)).status).toBe(200);
    await ada.remove(id, ben);
    expect((await ben.read(id)).status).toBe(404);
    expect((await ben.join(id)).status).toBe(200);
    await ada.remove(id, ben, true);
    expect((await ben.join(id)).status).toBe(404);
    expect((await ben.public()).body.spaces).toEqual([]);
    await ada.setMember(id, ben, { is_banned: false });
    expect((await ben.join(id)).status).toBe(200);
    expect((await ada.leave(id)).status).toBe(403);
    expect((await ada.handOver(id, ben)).body.role).toBe('host');
    expect((await ben.read(id)).body).toMatchObject({ role: 'owner', space: { owner_id: ben.id } });
    expect((await ada.leave(id)).status).toBe(200);
    expect(await ada.list()).toEqual([]);
  });

  test('an archived space can be read but not written to, only one’s own posts deleted, until it is opened again', async () => {
    const { circle, ada, ben } = await start(dialect);
    const id = await ada.make({ visibility: 'public' });
    await ben.join(id);
    const { message_id } = (await ben.post(id)).body.message;
    await ada.schedule(id, { starts_at: circle.now() + day, minutes: 30 });
    expect((await ben.list())[0]?.next_session).toMatchObject({ minutes: 30 });
    expect((await ben.archive(id)).status).toBe(403);
    await ada.archive(id);
    expect(await ben.post(id)).toMatchObject({
      status: 403,
      body: { message: expect.stringContaining('archived') },
    });
    expect((await ben.list())[0]?.next_session).toBeNull();
    expect((await ben.changes(id)).status).toBe(200);
    expect((await ben.public()).body.spaces).toEqual([]);
    expect((await ben.erase(id, message_id)).status).toBe(200);
    await ada.archive(id, false);
    expect((await ben.post(id)).status).toBe(200);
  });

  test('when the owner of an archived space leaves, the host who joined first can open it again', async () => {
    const { circle, ada, ben, eve, joe } = await start(dialect);
    const id = await ada.make({ visibility: 'public' });
    for (const one of [eve, ben, joe]) {
      await one.join(id);
      circle.pass(1_000);
    }
    for (const one of [eve, ben]) await ada.setMember(id, one, { role: 'host' });
    await ada.setMember(id, ben, { muted_until: circle.now() + day });
    await circle.eve.become({ user_standing: 'suspended' });
    await ada.archive(id);
    expect((await ada.leave(id)).status).toBe(200);
    expect((await ben.read(id)).body).toMatchObject({
      role: 'owner',
      muted_until: null,
      space: { owner_id: ben.id },
    });
    expect((await ben.archive(id, false)).status).toBe(200);
    expect((await joe.post(id)).status).toBe(200);
  });

  test('an archived space without an owner says so, and a post in it can be reported', async () => {
    const { ada, ben } = await start(dialect);
    const id = await ada.make({ visibility: 'public' });
    await ben.join(id);
    const { message_id } = (await ada.post(id, 'Buy pills')).body.message;
    await ada.archive(id);
    await ada.leave(id);
    expect((await ben.post(id)).body.message).toBe('This space is archived, and its owner has left.');
    const report = (more: object) =>
      ben.request('POST', '/user/report', { space_id: id, reason: 'spam', ...more });
    expect((await report({})).body.message).toBe('This space has no owner. Report a message in it instead.');
    expect((await report({ message_id })).status).toBe(200);
  });

  test('a limited account can only join friends’ spaces and invite friends, and cannot make a space public', async () => {
    const { circle, ada, ben } = await start(dialect);
    await circle.ben.become({ user_standing: 'limited' });
    const id = await ada.make({ visibility: 'public' });
    expect((await ben.join(id)).status).toBe(403);
    await expect(ben.make({ visibility: 'public' })).rejects.toThrow('403');
    const own = await ben.make();
    expect((await ben.invite(own, ada)).status).toBe(403);
    await circle.befriend(circle.ada, circle.ben);
    expect((await ben.join(id)).status).toBe(200);
    expect((await ben.invite(own, ada)).status).toBe(200);
  });

  test('people in a space are named by their ids, also after they left, but not across a block or from elsewhere', async () => {
    const { circle, ada, ben, eve, joe } = await start(dialect);
    const id = await ada.make({ visibility: 'public' });
    for (const one of [ben, eve]) await one.join(id);
    await ben.leave(id);
    const ids = [ada, ben, eve, joe].map((one) => one.id).join();
    const seen = async (who: typeof ada) => {
      const { members, people, next } = (await who.members(id, `?ids=${ids}`)).body;
      const named = people.map(({ username }) => username).sort();
      return { members: members.map(({ user_id }) => user_id).sort(), named, next };
    };
    expect(await seen(ada)).toEqual({
      members: [ada.id, eve.id].sort(),
      named: ['ada', 'ben', 'eve'],
      next: null,
    });
    await circle.eve.block(circle.ada);
    expect(await seen(ada)).toEqual({ members: [ada.id], named: ['ada', 'ben'], next: null });
    expect((await ada.members(id, `?ids=${Array(51).fill(ada.id).join()}`)).status).toBe(400);
    expect((await joe.members(id, `?ids=${ids}`)).status).toBe(404);
  });

  test('a session is at most five years ahead, and one from before that was a rule can be renamed and cancelled [SPACE-31]', async () => {
    const { circle, ada } = await start(dialect);
    const id = await ada.make();
    const last = { starts_at: 8.64e15, minutes: 60 };
    const tooFar = { status: 400, body: { message: expect.stringContaining('five years') } };
    expect(await ada.schedule(id, last)).toMatchObject(tooFar);
    expect(await ada.schedule(id, { ...last, starts_at: circle.now() + 6 * 366 * day })).toMatchObject(
      tooFar,
    );
    const inFive = { starts_at: circle.now() + 5 * 365 * day, minutes: 60 };
    const { session_id } = (await ada.schedule(id, inFive)).body.session;
    expect(await ada.move(id, session_id, last)).toMatchObject(tooFar);
    expect(await ada.sessions()).toMatchObject([inFive]);
    await circle.db.updateTable('space_sessions').set(last).execute();
    expect(await ada.move(id, session_id, { ...last, title: 'The end' })).toMatchObject({ status: 200 });
    expect(await ada.move(id, session_id, { ...last, starts_at: 8e15 })).toMatchObject(tooFar);
    expect(await ada.cancel(id, session_id)).toMatchObject({ status: 200 });
    expect(await ada.sessions()).toEqual([]);
  });

  test('of two hosts who change one session, each changes only what they typed [SPACE-31]', async () => {
    const { circle, ada } = await start(dialect);
    const id = await ada.make();
    const starts_at = circle.now() + day;
    const { session_id } = (await ada.schedule(id, { title: 'Apples', starts_at, minutes: 60 })).body.session;
    await ada.move(id, session_id, { title: 'Harvest' });
    await ada.move(id, session_id, { minutes: 90 });
    await ada.move(id, session_id, { starts_at: starts_at + day });
    expect(await ada.sessions()).toMatchObject([
      { title: 'Harvest', starts_at: starts_at + day, minutes: 90 },
    ]);
    // Yesterday is over, whether the length is said or not.
    expect(await ada.move(id, session_id, { starts_at: starts_at - 2 * day })).toMatchObject({ status: 400 });
  });

  test('whoever moves or cancels a session notifies the others, also the one who scheduled it [SPACE-31]', async () => {
    const { circle, ada, ben, eve, joe } = await start(dialect);
    const id = await ada.make({ visibility: 'public' });
    for (const one of [ben, eve, joe]) await one.join(id);
    await ada.setMember(id, ben, { role: 'host' });
    await eve.setOwn(id, { notify: 'none' });
    await joe.leave(id);
    const starts_at = circle.now() + day;
    const { session_id } = (await ada.schedule(id, { starts_at, minutes: 60 })).body.session;
    const newsFor = async (who: typeof ada) =>
      (await who.notifications()).notifications.map((one) => [one.kind, one.starts_at]);
    await eventually(async () => expect(await newsFor(ben)).toEqual([['session', starts_at]]));
    // Of the times in between, and of a new title alone, there is no news.
    await ben.move(id, session_id, { starts_at: starts_at + day, minutes: 60 });
    await ben.move(id, session_id, { starts_at, minutes: 60 });
    await ben.move(id, session_id, { title: 'Harvest', starts_at: starts_at + day, minutes: 60 });
    await ben.move(id, session_id, { title: 'Apples', starts_at: starts_at + day, minutes: 60 });
    await eventually(async () => expect(await newsFor(ada)).toEqual([['session-moved', starts_at + day]]));
    expect(await newsFor(ben)).toEqual([]);
    const at = circle.now();
    await ada.markRead([at, at]);
    circle.pass(1_000);
    await ben.move(id, session_id, { starts_at, minutes: 60 });
    await eventually(async () => expect((await ada.notifications()).unread).toBe(1));
    circle.pass(1_000);
    await ben.move(id, session_id, { starts_at: starts_at + day, minutes: 60 });
    await eventually(async () =>
      expect((await ada.notifications()).notifications).toMatchObject([
        { kind: 'session-moved', starts_at: starts_at + day, is_read: false },
      ]),
    );
    await ben.cancel(id, session_id);
    await eventually(async () =>
      expect(await newsFor(ada)).toEqual([['session-cancelled', starts_at + day]]),
    );
    // Written after anything about the session.
    await ada.post(id, 'Sorry', { mentions: [ben.id] });
    await eventually(async () => expect(await newsFor(ben)).toEqual([['mention', null]]));
    for (const one of [eve, joe]) expect(await newsFor(one)).toEqual([]);
    // Those that were replaced are not kept; Ben’s first one is replaced by none, since he made the changes.
    const stored = await circle.db
      .selectFrom('notifications')
      .select('kind')
      .where('about_id', '=', session_id)
      .orderBy('kind')
      .execute();
    expect(stored).toEqual([{ kind: 'session' }, { kind: 'session-cancelled' }]);
    const notices = (await ada.changes(id)).body.messages.flatMap((row) =>
      'notice' in row && row.notice ? [row.notice] : [],
    );
    const moved = notices.filter(({ kind }) => kind === 'moved');
    expect(moved).toHaveLength(5);
    // The line says to when.
    expect(new Set(moved.map(({ starts_at }) => starts_at)).size).toBeGreaterThan(1);
  });

  test('members learn of a session that is cancelled even if who did it deletes their account', async () => {
    const { circle, ada, ben, eve } = await start(dialect);
    const id = await ada.make({ visibility: 'public' });
    for (const one of [ben, eve]) await one.join(id);
    await ada.setMember(id, ben, { role: 'host' });
    const starts_at = circle.now() + day;
    const { session_id } = (await ada.schedule(id, { starts_at, minutes: 60 })).body.session;
    await ada.cancel(id, session_id);
    await eventually(async () => expect((await eve.notifications()).unread).toBe(1));
    circle.pass(1_000);
    const database = await circle.database();
    const event = { kind: 'session-cancelled', session_id, starts_at, seq: 99, by_id: newId() } as const;
    await database.transaction((trx) => jobQueue(database, circle.now).add(trx, 'notify-of-change', event));
    await eventually(async () =>
      expect((await ben.notifications()).notifications).toMatchObject([
        { kind: 'session-cancelled', by: null },
      ]),
    );
  });

  test('no one is reminded of a session that has begun, or told of one that is over', async () => {
    const { circle, later, ada, ben } = await start(dialect);
    const id = await ada.make({ visibility: 'public' });
    await ben.join(id);
    const starts_at = circle.now() + 60 * 60 * 1000;
    const { session_id } = (await ada.schedule(id, { starts_at, minutes: 60 })).body.session;
    await eventually(async () => expect((await ben.notifications()).unread).toBe(1));
    // As if the server had been down: both jobs run when it is over.
    await later(2 * 60 * 60 * 1000);
    const database = await circle.database();
    const event = { kind: 'session-moved', session_id, starts_at, seq: 99, by_id: ada.id } as const;
    await database.transaction((trx) => jobQueue(database, circle.now).add(trx, 'notify-of-change', event));
    // Written after anything about the session.
    await ada.post(id, 'Sorry', { mentions: [ben.id] });
    await eventually(async () =>
      expect((await ben.notifications()).notifications.map(({ kind }) => kind)).toEqual([
        'mention',
        'session',
      ]),
    );
  });

  test('a reminder that a wrong clock starts too early comes when it is time [SPACE-31]', async () => {
    const { circle, later, ada, ben } = await start(dialect);
    const id = await ada.make({ visibility: 'public' });
    await ben.join(id);
    await ada.schedule(id, { starts_at: circle.now() + day, minutes: 60 });
    await eventually(async () => expect((await ben.notifications()).unread).toBe(1));
    const reminders = () =>
      circle.db.selectFrom('jobs').select('due_at').where('payload', 'like', '%session-soon%').execute();
    const before = await reminders();
    await circle.db.updateTable('jobs').set({ due_at: 0 }).execute();
    await eventually(async () => expect(await reminders()).toEqual(before));
    expect((await ben.notifications()).unread).toBe(1);
    await later(day - 15 * 60 * 1000);
    await eventually(async () =>
      expect((await ben.notifications()).notifications[0]).toMatchObject({ kind: 'session-soon' }),
    );
  });

  test('a mention in a post that was deleted is no longer shown', async () => {
    const { ada, ben } = await start(dialect);
    const id = await ada.make({ visibility: 'public' });
    await ben.join(id);
    const { message_id } = (await ada.post(id, 'Ben?', { mentions: [ben.id] })).body.message;
    await eventually(async () => expect((await ben.notifications()).unread).toBe(1));
    await ada.erase(id, message_id);
    expect(await ben.notifications()).toMatchObject({ notifications: [], unread: 0 });
  });

  test('what another node notified of is seen even if its clock is a little ahead', async () => {
    const { circle, ada, ben } = await start(dialect);
    const [id, other] = [await ada.make({ visibility: 'public' }), await ada.make({ visibility: 'public' })];
    for (const one of [id, other]) {
      await ben.join(one);
      await ada.schedule(one, { starts_at: circle.now() + day, minutes: 60 });
    }
    await eventually(async () => expect((await ben.notifications()).unread).toBe(2));
    const ahead = circle.now() + 1_000;
    await circle.db.updateTable('notifications').set({ created_at: ahead }).execute();
    await ben.setOwn(id, { seen_until: ahead });
    expect((await ben.notifications()).unread).toBe(1);
    await ben.markRead([ahead, ahead]);
    expect((await ben.notifications()).unread).toBe(0);
  });

  test('what a newer version has written, and this one does not know, is left out', async () => {
    const { circle, ada, ben } = await start(dialect);
    const id = await ada.make({ visibility: 'public' });
    await ben.join(id);
    await ada.schedule(id, { starts_at: circle.now() + day, minutes: 60 });
    await eventually(async () => expect((await ben.notifications()).unread).toBe(1));
    await circle.db
      .updateTable('notifications')
      .set({ kind: 'eclipse' as 'mention' })
      .execute();
    await circle.db
      .updateTable('space_messages')
      .set({ notice: JSON.stringify({ kind: 'eclipse', user_id: null, name: null }) })
      .where('notice', 'like', '%scheduled%')
      .execute();
    expect(await ben.notifications()).toMatchObject({ notifications: [], unread: 0 });
    const { status, body } = await ben.changes(id);
    expect(status).toBe(200);
    expect(body.messages.at(-1)).toMatchObject({ kind: 'notice', notice: { kind: 'eclipse' } });
    await circle.db
      .updateTable('space_messages')
      .set({ kind: 'eclipse' as 'post', notice: null })
      .where('notice', 'like', '%eclipse%')
      .execute();
    expect((await ben.changes(id)).body.messages.at(-1)).toMatchObject({ kind: 'eclipse' });
  });

  test('who was banned does not learn the name of the space through an invitation elsewhere', async () => {
    const { circle, ada, ben, eve } = await start(dialect);
    await circle.befriend(circle.ben, circle.eve);
    const id = await ada.make({ visibility: 'public' });
    await ben.join(id);
    const { message_id } = (await ada.post(id, 'Ben?', { mentions: [ben.id] })).body.message;
    await eventually(async () => expect((await ben.notifications()).unread).toBe(1));
    await ada.remove(id, ben, true);
    await ada.change(id, { name: 'Orchard', visibility: 'invited' });
    const own = await eve.make({ name: 'Trap' });
    await eve.invite(own, ben, message_id);
    await eventually(async () => expect((await ben.received()).length).toBe(1));
    await eventually(async () => expect((await ben.notifications()).unread).toBe(1));
    expect((await ben.notifications()).notifications.map((one) => one.space_name)).toEqual(['Trap']);
  });

  test('cancelling a session that is over notifies no one', async () => {
    const { circle, later, ada, ben } = await start(dialect);
    const id = await ada.make({ visibility: 'public' });
    await ben.join(id);
    const starts_at = circle.now() + 60 * 60 * 1000;
    const { session_id } = (await ada.schedule(id, { starts_at, minutes: 60 })).body.session;
    await later(day);
    await ada.cancel(id, session_id);
    // Written after anything about the session.
    await ada.post(id, 'Sorry', { mentions: [ben.id] });
    await eventually(async () =>
      expect((await ben.notifications()).notifications.map(({ kind }) => kind)).toEqual(['mention']),
    );
  });

  test('an invitation is no longer new once it is accepted, declined or has expired [SPACE-30]', async () => {
    const { circle, later, ada, ben } = await start(dialect);
    await circle.befriend(circle.ada, circle.ben);
    const spaces = [await ada.make(), await ada.make(), await ada.make()];
    for (const id of spaces) await ada.invite(id, ben);
    await eventually(async () => expect((await ben.notifications()).unread).toBe(3));
    const [first, second] = await ben.received();
    await ben.answer(first?.invitation_id ?? '', 'accept');
    expect(await ben.notifications()).toMatchObject({ unread: 2 });
    await ben.answer(second?.invitation_id ?? '', 'decline');
    expect((await ben.notifications()).unread).toBe(1);
    await later(31 * day);
    expect((await ben.notifications()).unread).toBe(0);
  });

  test('posts count towards an account’s text quota, in addition to its conversations', async () => {
    const { ada } = await start(dialect, {
      textLimits: {
        bytes: 3_000,
        messages: 100,
        conversationMessages: 100,
        messageLength: 1e6,
        rewrittenBytes: 1e6,
      },
    });
    const id = await ada.make();
    const first = await ada.post(id, 'a'.repeat(1_500));
    expect(first.status).toBe(200);
    expect((await ada.post(id, 'a'.repeat(1_500))).status).toBe(429);
    const conversation = { conversation_id: newId(), created_at: 1, fields: { title: ['b'.repeat(190), 1] } };
    const push = (count: number) => {
      const conversations = Array.from({ length: count }, () => ({
        ...conversation,
        conversation_id: newId(),
      }));
      return ada.request<{ conversations: { refused?: string }[] }>('POST', '/changes', { conversations });
    };
    expect((await push(8)).body.conversations.filter(({ refused }) => refused)).not.toEqual([]);
    await ada.erase(id, first.body.message.message_id);
    expect((await push(1)).body.conversations.filter(({ refused }) => refused)).toEqual([]);
  });

  test('a member whom the owner has blocked can report the space, and learns nothing of the owner; outsiders cannot [SPACE-34]', async () => {
    const { circle, ada, ben, eve } = await start(dialect);
    const id = await ada.make({ visibility: 'public' });
    await ben.join(id);
    for (const one of [circle.ben, circle.eve]) await circle.ada.block(one);
    const report = (who: typeof ben) => who.request('POST', '/user/report', { space_id: id, reason: 'spam' });
    expect((await report(ben)).status).toBe(200);
    expect((await report(eve)).status).toBe(404);
    const rows = await circle.db.selectFrom('reports').selectAll().execute();
    expect(rows).toMatchObject([{ reported_id: ada.id, reporter_id: ben.id }]);
    const { username, space } = JSON.parse(rows[0]?.snapshot ?? '');
    expect({ username, space }).toEqual({
      username: '',
      space: { space_id: id, name: 'Garden', about: null },
    });
  });

  test('people can report a space or a post that they can see, and the report stores what it showed [SPACE-34]', async () => {
    const { circle, ada, ben, eve } = await start(dialect);
    const id = await ada.make({ name: 'Garden', visibility: 'link' });
    const { code } = await ada.link(id);
    await ben.join(id, code);
    const { message_id } = (await ada.post(id, 'Buy pills')).body.message;
    const report = (who: typeof ben, more: object) =>
      who.request('POST', '/user/report', { space_id: id, reason: 'spam', ...more });
    expect((await report(ben, { message_id })).status).toBe(200);
    await ada.erase(id, message_id);
    expect((await report(ben, {})).status).toBe(200);
    expect((await report(ben, { message_id })).status).toBe(404);
    expect((await report(eve, {})).status).toBe(404);
    expect((await report(ada, {})).status).toBe(400);
    const rows = await circle.db
      .selectFrom('reports')
      .selectAll()
      .orderBy('created_at')
      .orderBy('report_id')
      .execute();
    expect(rows.map(({ reported_id }) => reported_id)).toEqual([ada.id, ada.id]);
    expect(rows.map(({ snapshot }) => JSON.parse(snapshot))).toMatchObject([
      {
        username: 'ada',
        space: { space_id: id, name: 'Garden' },
        post: { body: 'Buy pills', created_at: circle.now() },
      },
      { username: 'ada', space: { space_id: id } },
    ]);
  });

  test('a message whose author’s account is gone can be reported, as one of the space’s owner, unless it has none [SPACE-34]', async () => {
    const { circle, ada, ben, eve } = await start(dialect);
    const id = await ada.make({ visibility: 'public' });
    for (const one of [ben, eve]) await one.join(id);
    const { message_id } = (await eve.post(id, 'Buy pills')).body.message;
    expect((await circle.eve.call('POST', '/me/deletion', { current_password: password })).status).toBe(200);
    await eventually(async () =>
      expect((await ben.one(id, message_id)).body.message).toMatchObject({ by_id: null, body: 'Buy pills' }),
    );
    const report = (who: typeof ben) =>
      who.request('POST', '/user/report', { space_id: id, message_id, reason: 'spam' });
    expect((await report(ben)).status).toBe(200);
    expect((await report(ada)).status).toBe(400);
    const rows = await circle.db.selectFrom('reports').selectAll().execute();
    expect(rows).toMatchObject([{ reported_id: ada.id, reporter_id: ben.id }]);
    expect(JSON.parse(rows[0]?.snapshot ?? '')).toMatchObject({
      username: 'ada',
      post: { message_id, body: 'Buy pills', is_author_gone: true },
    });
    await ada.archive(id);
    await ada.leave(id);
    expect(await report(ben)).toMatchObject({
      status: 404,
      body: { message: 'The account of who wrote this is gone, and this space has no owner.' },
    });
  });

  test('what a suspended person wrote can be reported, though they show nothing of themselves [SPACE-34]', async () => {
    const { circle, ada, ben } = await start(dialect);
    const id = await ada.make({ visibility: 'public' });
    await ben.join(id);
    const { message_id } = (await ben.post(id, 'Buy pills')).body.message;
    await circle.ben.become({ user_standing: 'suspended' });
    const body = { space_id: id, message_id, reason: 'spam' };
    expect((await ada.request('POST', '/user/report', body)).status).toBe(200);
    const rows = await circle.db.selectFrom('reports').selectAll().execute();
    expect(rows).toMatchObject([{ reported_id: ben.id }]);
    expect(JSON.parse(rows[0]?.snapshot ?? '')).toMatchObject({ username: '', post: { body: 'Buy pills' } });
  });

  test('a space closed by the operator is shown in its members’ lists, and nowhere else', async () => {
    const { circle, ada, ben, eve } = await start(dialect);
    const id = await ada.make({ visibility: 'public' });
    await ben.join(id);
    await ben.post(id, 'Buy pills');
    const database = await circle.database();
    const operated = operatedSpaces({ database, now: circle.now });
    await operated.close(id, true);
    for (const response of [
      await ben.read(id),
      await ada.changes(id),
      await ben.post(id),
      await ada.archive(id, false),
    ]) {
      expect(response).toMatchObject({ status: 404, body: { message: expect.stringContaining('operator') } });
    }
    expect((await eve.join(id)).body.message).toBe('Space not found');
    expect((await eve.public()).body.spaces).toEqual([]);
    const [own] = await ben.list();
    expect(own).toMatchObject({ closed_at: circle.now(), can: { read: false, post: false } });
    expect((await ben.leave(id)).status).toBe(200);
    await operated.close(id, false);
    expect((await ada.changes(id)).status).toBe(200);
    await eve.join(id);
    await operated.close(id, true);
    expect((await ada.leave(id)).status).toBe(200);
    expect(await ada.list()).toEqual([]);
    // No one is in charge any more.
    await operated.close(id, false);
    expect((await eve.read(id)).body.space).toMatchObject({ owner_id: null, archived_at: circle.now() });
  });
});

describe.each(databases)('what the tables of spaces hold, on %s', (dialect) => {
  test('an invitation is accepted, however often the answer is lost; after declining there is silence for 30 days [SPACE-27]', async () => {
    const { circle, later, ada, ben } = await start(dialect);
    await circle.befriend(circle.ada, circle.ben);
    const id = await ada.make();
    expect((await ada.invite(id, ben)).status).toBe(200);
    const [first] = await ben.received();
    expect(first).toMatchObject({ space: { name: 'Garden', people: 1 }, by: { username: 'ada' } });
    await eventually(async () => expect((await ben.notifications()).unread).toBe(1));
    const { head } = (await ada.read(id)).body;
    expect((await ben.answer(first?.invitation_id ?? '', 'decline')).body).toEqual({ joined: null });
    expect((await ada.read(id)).body.head).toBe(head);
    expect((await ben.answer(first?.invitation_id ?? '', 'decline')).status).toBe(200);
    expect(await ben.received()).toEqual([]);
    // The sender sees it unchanged, and a second invitation is not shown to Ben.
    expect((await ada.sent(id)).body.invitations).toHaveLength(1);
    expect((await ada.invite(id, ben)).status).toBe(200);
    expect(await ben.received()).toEqual([]);
    await later(31 * day);
    await ada.invite(id, ben);
    const [again] = await ben.received();
    expect((await ben.answer(again?.invitation_id ?? '', 'accept')).body.joined).toMatchObject({
      role: 'member',
    });
    expect((await ben.answer(again?.invitation_id ?? '', 'accept')).status).toBe(200);
    expect((await ben.list()).map(({ people }) => people)).toEqual([2]);
  });

  test('strangers are invited if they allow it, 20 a day, and blocked people do not exist', async () => {
    const { circle, later, ada, ben, eve, joe } = await start(dialect);
    const id = await ada.make();
    await circle.ben.become({ privacy_allow_invites: false });
    expect((await ada.invite(id, ben)).status).toBe(403);
    await circle.eve.become({ privacy_allow_invites: true });
    await circle.eve.block(circle.ada);
    const unknown = await ada.invite(id, { id: newId() });
    expect(await ada.invite(id, eve)).toMatchObject({
      status: unknown.status,
      body: { message: unknown.body.message },
    });
    for (const one of [circle.ben, circle.joe]) await one.become({ privacy_allow_invites: true });
    for (let count = 0; count < spaceLimits.invitationsToStrangers; count += 1) {
      const made = await ada.make();
      expect((await ada.invite(made, count % 2 === 0 ? ben : joe)).status).toBe(200);
      // Deleting the space gives no invitation back.
      await ada.delete(made);
    }
    await settled(circle.db, circle.now());
    await circle.eve.unblock(circle.ada);
    expect((await ada.invite(id, eve)).status).toBe(429);
    await later(day + 1);
    expect((await ada.invite(id, eve)).status).toBe(200);
  });

  test('hosts can see the first version of an edited post for 30 days; a deleted one leaves a trace [SPACE-28]', async () => {
    const { circle, later, ada, ben } = await start(dialect);
    const id = await ada.make({ visibility: 'public' });
    await ben.join(id);
    const { message_id } = (await ben.post(id, 'Frist')).body.message;
    expect((await ada.edit(id, message_id, { body: 'Mine' })).status).toBe(403);
    const { body } = await ben.edit(id, message_id, { body: 'First' });
    expect(body.message).toMatchObject({ body: 'First', edited_at: circle.now() });
    await ben.edit(id, message_id, { body: 'First!' });
    expect((await ada.one(id, message_id)).body.first_body).toBe('Frist');
    expect((await ben.one(id, message_id)).body.first_body).toBeNull();
    await later(31 * day);
    expect((await ada.one(id, message_id)).body.first_body).toBeNull();
    await ben.react(id, message_id);
    expect((await ada.erase(id, message_id)).body.message).toMatchObject({
      body: '',
      deleted_by: ada.id,
      deleted_at: circle.now(),
      reactions: [],
    });
    expect((await ben.edit(id, message_id, { body: 'Back' })).status).toBe(404);
    expect((await ben.react(id, message_id)).status).toBe(404);
    const head = (await ada.erase(id, message_id)).body.head;
    expect((await ada.changes(id)).body.head).toBe(head);
  });

  test('unread posts are counted from the reading position, without the reader’s own [SPACE-29]', async () => {
    const { ada, ben } = await start(dialect);
    const id = await ada.make({ visibility: 'public' });
    await ben.join(id);
    for (const body of ['One', 'Two', 'Three']) await ada.post(id, body);
    const [own] = await ben.list();
    expect(own?.unread).toBe(3);
    const [, two] = posts((await ben.changes(id)).body);
    const head = own?.head;
    expect((await ben.setOwn(id, { read_number: two?.number ?? 0 })).body).toMatchObject({ unread: 1 });
    expect((await ben.setOwn(id, { read_number: 1 })).body).toMatchObject({
      unread: 1,
      read_number: two?.number,
    });
    expect((await ben.setOwn(id, { read_number: 1e9 })).body).toMatchObject({ unread: 0 });
    expect((await ben.list())[0]).toMatchObject({ unread: 0, head });
    expect((await ada.list())[0]?.unread).toBe(0);
  });

  test('a post sent before its author has read what others wrote leaves it unread, also the mention in it', async () => {
    const { ada, ben } = await start(dialect);
    const id = await ada.make({ visibility: 'public' });
    await ben.join(id);
    await ben.post(id, 'Anyone here?');
    expect((await ada.post(id, 'Ben?', { mentions: [ben.id] })).status).toBe(200);
    await eventually(async () => expect((await ben.notifications()).unread).toBe(1));
    // Written without a connection, sent later.
    const { number } = (await ben.post(id, 'No one there')).body.message;
    expect((await ben.list())[0]?.unread).toBe(1);
    expect((await ben.notifications()).unread).toBe(1);
    expect((await ben.setOwn(id, {})).body.read_number).toBeLessThan(number - 1);
    await ben.setOwn(id, { read_number: number });
    expect((await ben.notifications()).unread).toBe(0);
    // Where nothing of others stands before it, a post is read.
    const next = (await ben.post(id, 'There you are')).body.message;
    expect((await ben.setOwn(id, {})).body).toEqual({ read_number: next.number, unread: 0 });
  });

  test('everyone whose username is in a post is mentioned, as a browser cannot know all members [SPACE-12]', async () => {
    const { circle, ada, ben, eve, joe } = await start(dialect);
    const id = await ada.make({ visibility: 'public' });
    for (const one of [ben, eve]) await one.join(id);
    const mentionsIn = async (body: string, more: object = {}) =>
      (await ada.post(id, body, more)).body.message.mentions;
    expect(await mentionsIn('@EVE and (@ben), @joe, @ada: good morning, @eve.')).toEqual([eve.id, ben.id]);
    await eventually(async () => expect((await ben.notifications()).unread).toBe(1));
    expect(await mentionsIn('Of ben@eve, a@ben.com, @ben-eve and @even')).toEqual([]);
    expect(await mentionsIn('一起@ben吧，@eve。')).toEqual([ben.id, eve.id]);
    for (const text of ['see https://example.org/@ben/post', '`@ben` is a decorator', 'path/@ben/package'])
      expect(await mentionsIn(text)).toEqual([]);
    expect(await mentionsIn('@ben', { mentions: [eve.id, ben.id] })).toEqual([eve.id, ben.id]);
    expect((await joe.notifications()).unread).toBe(0);
    // A username may end like a sentence does.
    await circle.db
      .updateTable('users')
      .set({ username_canonical: 'ben.' })
      .where('user_id', '=', eve.id)
      .execute();
    expect(await mentionsIn('@ben.')).toEqual([eve.id]);
    expect(await mentionsIn('@ben..')).toEqual([eve.id]);
    expect(await mentionsIn('@ben')).toEqual([ben.id]);
  });

  test('who mentions a person again and again displaces their own mentions, and nobody else’s', async () => {
    const { ada, ben, eve } = await start(dialect);
    const id = await ada.make({ visibility: 'public' });
    for (const one of [ben, eve]) await one.join(id);
    await eve.post(id, '@ada', { mentions: [ada.id] });
    const by = async ({ id }: typeof ben) =>
      (await ada.notifications()).notifications.filter((one) => one.by?.user_id === id).length;
    await eventually(async () => expect(await by(eve)).toBe(1));
    for (let i = 0; i < spaceLimits.alike + 2; i++) await ben.post(id, `@ada ${i}`, { mentions: [ada.id] });
    const { message } = (await ben.post(id, '@ada again', { mentions: [ada.id] })).body;
    await eventually(async () =>
      expect((await ada.notifications()).notifications[0]?.message_id).toBe(message.message_id),
    );
    expect([await by(ben), await by(eve)]).toEqual([spaceLimits.alike, 1]);
  });

  test('a session is announced, listed, moved and cancelled, and people are reminded of it [SPACE-31]', async () => {
    const { circle, later, ada, ben } = await start(dialect);
    const id = await ada.make({ visibility: 'public' });
    await ben.join(id);
    const starts_at = circle.now() + 60 * 60 * 1000;
    const { body } = await ada.schedule(id, { title: 'Harvest', starts_at, minutes: 60 });
    const { session_id } = body.session;
    expect((await ada.schedule(id, { starts_at, minutes: 5 }, session_id)).body).toEqual(body);
    expect(await ben.sessions()).toMatchObject([{ title: 'Harvest', starts_at, space_name: 'Garden' }]);
    expect((await ben.list())[0]?.next_session).toMatchObject({ title: 'Harvest' });
    await eventually(async () => expect((await ben.notifications()).unread).toBe(1));
    await later(50 * 60 * 1000);
    await eventually(async () =>
      expect((await ben.notifications()).notifications.map(({ kind }) => kind)).toEqual([
        'session-soon',
        'session',
      ]),
    );
    expect((await ben.cancel(id, session_id)).status).toBe(403);
    await ada.move(id, session_id, { starts_at: starts_at + day, minutes: 30 });
    expect((await ben.changes(id)).body.sessions).toMatchObject([
      { title: 'Harvest', starts_at: starts_at + day, minutes: 30 },
    ]);
    await eventually(async () =>
      expect((await ben.notifications()).notifications).toMatchObject([
        { kind: 'session-moved', session_title: 'Harvest', starts_at: starts_at + day, is_read: false },
      ]),
    );
    await ada.cancel(id, session_id);
    expect(await ben.sessions()).toEqual([]);
    await eventually(async () =>
      expect((await ben.notifications()).notifications).toMatchObject([
        {
          kind: 'session-cancelled',
          space_id: id,
          session_id,
          session_title: 'Harvest',
          starts_at: starts_at + day,
          by: { username: 'ada' },
          is_read: false,
        },
      ]),
    );
    expect((await ada.notifications()).notifications).toEqual([]);
    expect((await ada.schedule(id, { starts_at: 0, minutes: 5 })).status).toBe(400);
  });

  test('notifications of sessions in a space are read once it has been opened, on every device [SPACE-30]', async () => {
    const { circle, later, ada, ben } = await start(dialect);
    const [id, other] = [await ada.make({ visibility: 'public' }), await ada.make({ visibility: 'public' })];
    for (const one of [id, other]) {
      await ben.join(one);
      await ada.schedule(one, { starts_at: circle.now() + day, minutes: 60 });
    }
    await eventually(async () => expect((await ben.notifications()).unread).toBe(2));
    await ben.setOwn(id, { notify: 'mentions' });
    const before = await ben.notifications();
    expect(before.unread).toBe(2);
    await ben.setOwn(id, { seen_until: circle.now() });
    const { notifications, unread, seq } = await ben.notifications();
    expect(unread).toBe(1);
    // The other devices hear of it, once.
    expect(seq).toBe(before.seq + 1);
    await ben.setOwn(id, { seen_until: circle.now() + 1 });
    expect((await ben.notifications()).seq).toBe(seq);
    expect(notifications.find(({ is_read }) => !is_read)).toMatchObject({ space_id: other });
    // A later reminder is new.
    await later(day - 10 * 60 * 1000);
    await eventually(async () => expect((await ben.notifications()).unread).toBe(3));
    // Reading on does not end it, nor does what was seen before it.
    const { message } = (await ada.post(id, 'Hello')).body;
    await ben.setOwn(id, { read_number: message.number });
    await ben.setOwn(id, { seen_until: circle.now() - 60_000 });
    expect((await ben.notifications()).unread).toBe(3);
    await ben.setOwn(id, { seen_until: circle.now() });
    await ben.setOwn(id, { seen_until: 0 });
    expect((await ben.notifications()).unread).toBe(2);
  });

  test('the first version of a post is deleted after 30 days, which frees its share of the text quota', async () => {
    const { circle, later, ada } = await start(dialect);
    const id = await ada.make();
    const { message_id } = (await ada.post(id, 'a'.repeat(1_000))).body.message;
    await ada.edit(id, message_id, { body: 'b' });
    const bytes = async () =>
      (await circle.db.selectFrom('space_texts').select('bytes').executeTakeFirstOrThrow()).bytes;
    const before = await bytes();
    const { head } = (await ada.read(id)).body;
    await later(31 * day);
    const database = await circle.database();
    const { now } = circle;
    const deps = {
      database,
      commands: commands({ database, changed: () => {}, rightsChanged: () => {}, stopTurns: () => {}, now }),
    };
    await expiringFirstVersions(deps)(now() - 30 * day);
    expect(await bytes()).toBe(before - 1_000);
    const row = await circle.db
      .selectFrom('space_messages')
      .selectAll()
      .where('message_id', '=', message_id)
      .executeTakeFirst();
    expect(row).toMatchObject({ body: 'b', first_body: null });
    expect((await ada.read(id)).body.head).toBe(head);
  });

  test('people in a space are found by the names that the reader sees, with or without accents', async () => {
    const { circle, ada, ben, eve, joe } = await start(dialect);
    const id = await ada.make({ visibility: 'public' });
    for (const one of [ben, eve, joe]) await one.join(id);
    const isPrivate = { privacy_public_profile: false };
    await circle.ben.become({ first_name: 'Élodie', last_name: 'Żak', privacy_public_profile: true });
    await circle.eve.become({ first_name: 'Ольга', ...isPrivate });
    await circle.joe.become({ first_name: 'Öykü', ...isPrivate });
    await circle.befriend(circle.ada, circle.eve);
    const found = async (q: string) =>
      (await ada.members(id, `?q=${encodeURIComponent(q)}`)).body.people.map(({ username }) => username);
    expect(await found('ÉLO')).toEqual(['ben']);
    expect(await found('elodie z')).toEqual(['ben']);
    // A friend's name is shown even though the profile is not public; that of others is not.
    expect(await found('ольга')).toEqual(['eve']);
    expect(await found('öykü')).toEqual([]);
    // Unless they have shown it on joining.
    await joe.leave(id);
    await joe.join(id, (await ada.link(id)).code, { shows_name: true });
    expect(await found('öykü')).toEqual(['joe']);
    expect((await ada.members(id, '?q=e')).body.members.map(({ user_id }) => user_id)).toEqual([
      eve.id,
      ben.id,
    ]);
    await circle.ben.block(circle.ada);
    expect(await found('elodie')).toEqual([]);
    await eve.leave(id);
    expect(await found('e')).toEqual([]);
  });
});

describe.each(databases)('what the tables hold of one space, on %s', (dialect) => {
  /** For tests that look at no space but their own, and leave people as they were. */
  const town = shared(() => start(dialect));

  test('reactions are counted by emoji, and taken back', async () => {
    const { ada, ben } = town();
    const id = await ada.make({ visibility: 'public' });
    await ben.join(id);
    const { message_id } = (await ada.post(id)).body.message;
    await ada.react(id, message_id, '👍');
    const twice = await ben.react(id, message_id, '👍');
    expect((await ben.react(id, message_id, '👍')).body.head).toBe(twice.body.head);
    const family = '👨‍👩‍👧‍👦';
    await ben.react(id, message_id, family);
    expect((await ben.one(id, message_id)).body.message).toMatchObject({
      reactions: [
        { emoji: '👍', count: 2, user_ids: [ada.id, ben.id], is_own: true },
        { emoji: family, count: 1, is_own: true },
      ],
    });
    await ben.unreact(id, message_id, '👍');
    expect((await ben.one(id, message_id)).body.message).toMatchObject({
      reactions: [{ count: 1, is_own: false }, { emoji: family }],
    });
    for (const long of ['🏴󠁧󠁢󠁥󠁮󠁧󠁿', '👩🏻‍❤️‍💋‍👨🏿']) {
      expect((await ada.react(id, message_id, long)).status).toBe(200);
    }
    for (const word of ['yes', '1', '<b>']) expect((await ada.react(id, message_id, word)).status).toBe(404);
  });

  test('hosts see who is banned, and lift the ban', async () => {
    const { ada, ben, eve } = town();
    const id = await ada.make({ visibility: 'public' });
    await ben.join(id);
    await eve.join(id);
    await ada.remove(id, eve);
    await ada.remove(id, ben, true);
    expect((await ada.members(id)).body.members).toMatchObject([{ user_id: ada.id }]);
    expect((await ada.members(id, '?banned=true')).body).toMatchObject({
      members: [{ user_id: ben.id, is_banned: true }],
      people: [{ username: 'ben' }],
    });
    await eve.join(id);
    expect((await eve.members(id, '?banned=true')).status).toBe(403);
    await ada.setMember(id, ben, { is_banned: false });
    expect((await ada.members(id, '?banned=true')).body.members).toEqual([]);
    expect((await ben.join(id)).status).toBe(200);
  });

  test('a page of changes ends before it is too large, and the next continues', async () => {
    const { ada, circle } = town();
    const id = await ada.make();
    const long = 'ä'.repeat(spaceLimits.bodyLength);
    for (let at = 0; at < 35; at += 1) expect((await ada.post(id, long)).status).toBe(200);
    const seen: number[] = [];
    let pages = 0;
    for (let after = 0, more = true; more; pages += 1) {
      const { body } = await ada.changes(id, after);
      seen.push(...posts(body).map(({ number }) => number));
      ({ more, head: after } = body);
    }
    expect(pages).toBe(2);
    expect(seen).toEqual(Array.from({ length: 35 }, (_, at) => at + 2));
    expect(circle.now()).toBeGreaterThan(0);
  });

  test('what a member sets for themselves while a host changes their role is kept', async () => {
    const { circle, ada, ben } = town();
    const id = await ada.make({ visibility: 'public' });
    await ben.join(id);
    const { number } = (await ada.post(id, 'Hello')).body.message;
    const before = await memberStore((await circle.database()).db).find(id, ben.id);
    await ben.setOwn(id, { read_number: number, seen_until: circle.now(), notify: 'none' });
    if (before) await memberStore((await circle.database()).db).put({ ...before, role: 'host' });
    expect(await memberStore((await circle.database()).db).find(id, ben.id)).toMatchObject({
      role: 'host',
      read_number: number,
      seen_at: circle.now(),
      notify: 'none',
    });
  });

  test('public spaces are found by the beginning of their names', async () => {
    const { ada, ben } = town();
    await ada.make({ name: 'Éclair lovers', visibility: 'public', about: 'Cake' });
    await ada.make({ name: 'Secret', visibility: 'link' });
    expect((await ben.public('?q=ecl')).body.spaces).toMatchObject([
      { name: 'Éclair lovers', about: 'Cake', people: 1, is_member: false },
    ]);
    expect((await ben.public('?q=sec')).body.spaces).toEqual([]);
  });

  test('people in a space are found by name', async () => {
    const { ada, ben } = town();
    const id = await ada.make({ visibility: 'public' });
    await ben.join(id);
    expect((await ada.members(id, '?q=BE')).body.people.map(({ username }) => username)).toEqual(['ben']);
    const page = (await ada.members(id, '?limit=1')).body;
    const rest = (await ada.members(id, `?limit=1&after=${page.next}`)).body;
    expect([...page.members, ...rest.members].map(({ role }) => role).sort()).toEqual(['member', 'owner']);
    expect(rest.next).toBeNull();
  });
});
