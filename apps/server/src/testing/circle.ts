import type {
  BlockedPerson,
  Friend,
  FriendLink,
  FriendRequest,
  FriendStatus,
  Person,
} from '@polylogue/contract';
import { expect } from 'vitest';
import type { Queries } from '../platform/database/database.ts';
import type { Dialect } from '../platform/database/dialect.ts';
import { searchKey } from '../platform/database/folded.ts';
import type { UserTable } from '../platform/database/tables.ts';
import { freshPlace, takeSnapshot } from './databases.ts';
import { unlimited } from './no-limits.ts';
import { startWithPeople } from './people.ts';
import { eventually } from './server.ts';

type Options = Parameters<typeof startWithPeople>[1];
type Server = Awaited<ReturnType<typeof startWithPeople>>;

/** Any answer from an endpoint about people; each test knows which. */
type AnyBody = FriendStatus &
  Person &
  FriendLink &
  FriendRequest[] &
  Friend[] &
  BlockedPerson[] & {
    error: string;
    message: string;
  };

interface Account {
  username: string;
  id: string;
  /** An access token. */
  token: string;
}

export type Circle<Name extends string> = Server &
  Record<Name, Member> & {
    db: Queries;
    /** Ends the server before the test ends, and closes the connection to its database. */
    end(): Promise<void>;
    /** Through the other person's link. */
    befriend(one: Member, other: Member): Promise<void>;
  };

/** What decides what their accounts are like, or is told of their signing up. */
const ofSigningUp = ['place', 'at', 'env', 'now', 'steady', 'passwords', 'log'] as const;

/** A server on which these people have accounts, with the calls each can make about the others. */
export async function startWithCircle<Name extends string>(
  dialect: Dialect,
  names: readonly Name[],
  options: Options = {},
): Promise<Circle<Name>> {
  const deps = { rateLimits: unlimited, ...options };
  if (ofSigningUp.some((name) => name in options)) {
    const server = await startWithPeople(dialect, deps);
    return circleOf(server, await signedUp(server, names));
  }
  const { snapshot, at, accounts } = await signedUpOnce(dialect, names);
  const place = await freshPlace(dialect, { like: snapshot });
  return circleOf(await startWithPeople(dialect, { ...deps, place, at }), accounts);
}

async function signedUp<Name extends string>(
  { signUp, me }: Server,
  names: readonly Name[],
): Promise<Record<Name, Account>> {
  const accounts = {} as Record<Name, Account>;
  for (const username of names) {
    const { access_token: token } = await signUp(username);
    accounts[username] = { username, token, id: (await me(token)).body.user_id };
  }
  return accounts;
}

/** Signing up takes longer than copying a database. */
const circles = new Map<string, ReturnType<typeof makeCircle>>();

function signedUpOnce<Name extends string>(dialect: Dialect, names: readonly Name[]) {
  const key = [dialect, ...names].join(' ');
  const made = circles.get(key) ?? makeCircle(dialect, names);
  circles.set(key, made);
  return made as ReturnType<typeof makeCircle<Name>>;
}

async function makeCircle<Name extends string>(dialect: Dialect, names: readonly Name[]) {
  const server = await startWithPeople(dialect, { rateLimits: unlimited });
  const accounts = await signedUp(server, names);
  const database = await server.database();
  await settled(database.db, server.now());
  await server.app.close();
  await database.close();
  return { snapshot: await takeSnapshot(server.place), at: server.now(), accounts };
}

/** Waits until no more work is due. */
export async function settled(db: Queries, now: number) {
  const due = db.selectFrom('jobs').select('job_id').where('due_at', '<=', now);
  await eventually(async () => expect(await due.execute()).toEqual([]));
}

/** The same for people who already have accounts on that server. */
export async function circleOf<Name extends string>(
  server: Server,
  accounts: Record<Name, Account>,
): Promise<Circle<Name>> {
  const database = await server.database();
  const { db } = database;
  const people = {} as Record<Name, Member>;
  for (const name in accounts) people[name] = member(server, db, accounts[name]);
  return {
    ...server,
    db,
    ...people,
    async end() {
      await server.app.close();
      await database.close();
    },
    async befriend(one: Member, other: Member) {
      const { body } = await one.ask(other, (await other.link()).code);
      expect((await other.answer(body.request_id, 'accept')).body.friendship).toBe('friend');
    },
  };
}

function member(server: Server, db: Queries, { username, id, token }: Account) {
  const call = async (method: string, path: string, body?: object) => {
    const answer = await server.call(method, `/api/v1/user${path}`, { token, ...(body && { body }) });
    return { ...answer, body: answer.body as unknown as AnyBody };
  };
  return {
    id,
    token,
    username,
    call,
    ask: (other: { id: string }, code?: string) =>
      call('POST', `/friend-requests?${new URLSearchParams({ friend_id: other.id, ...(code && { code }) })}`),
    answer: (request_id: string | null, action: string) =>
      call('PUT', '/friend-requests', { request_id, action }),
    incoming: async () => (await call('GET', '/friend-requests')).body,
    sent: async () => (await call('GET', '/sent-friend-requests')).body,
    friends: async () => (await call('GET', '/friends')).body,
    status: (other: { id: string }) => call('GET', `/friends?friend_id=${encodeURIComponent(other.id)}`),
    unfriend: (other: { id: string }) => call('DELETE', `/friends?friend_id=${encodeURIComponent(other.id)}`),
    viewProfile: (other: { id: string }) => call('GET', `?user_id=${encodeURIComponent(other.id)}`),
    link: async () => (await call('GET', '/me/friend-link')).body,
    linkOwner: (code: string) => call('GET', `/friend-link?code=${code}`),
    block: (other: { id: string }) => call('POST', '/block', { blocked_user_id: other.id }),
    unblock: (other: { id: string }) =>
      call('DELETE', `/block?blocked_user_id=${encodeURIComponent(other.id)}`),
    blocked: async () => (await call('GET', '/blocked')).body,
    /** Changes their row in the database. */
    become({ first_name, last_name, ...change }: Partial<UserTable>) {
      const names = [first_name, last_name].filter(Boolean);
      const renamed = names.length > 0 && {
        first_name,
        last_name,
        full_name_folded: searchKey(names.join(' ')),
      };
      return db
        .updateTable('users')
        .set({ ...change, ...renamed })
        .where('user_id', '=', id)
        .execute();
    },
  };
}
export type Member = ReturnType<typeof member>;
