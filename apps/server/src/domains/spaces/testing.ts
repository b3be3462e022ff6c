import type {
  invitationRoutes,
  notificationRoutes,
  OwnSpace,
  PostRow,
  postRoutes,
  sessionRoutes,
  spaceRoutes,
  turnRoutes,
} from '@polylogue/contract';
import { newId } from '@polylogue/sync';
import { newCode } from '@polylogue/sync/spaces';
import type { z } from 'zod';
import type { Member } from '../../testing/circle.ts';
import type { People } from '../../testing/people.ts';

type Reply<One extends { reply: z.ZodType }> = z.output<One['reply']>;
type ApiResponse<Body> = { status: number; body: Body & { message: string; error: string } };
type Body<One extends { body: z.ZodType }> = z.input<One['body']>;

type Spaces = typeof spaceRoutes;
type Posts = typeof postRoutes;
type Invitations = typeof invitationRoutes;
type Sessions = typeof sessionRoutes;
type Notified = typeof notificationRoutes;
type Turns = typeof turnRoutes;
export type Changes = Reply<Spaces['changes']>;

/** What a person can do with spaces. */
export function inSpaces({ call }: Pick<People, 'call'>, who: Pick<Member, 'token'>) {
  async function request<Data>(method: string, path: string, body?: object): Promise<ApiResponse<Data>> {
    const response = await call(method, `/api/v1${path}`, { token: who.token, ...(body && { body }) });
    return { status: response.status, body: response.body as unknown as ApiResponse<Data>['body'] };
  }
  const of = (spaceId: string, path = '') => `/spaces/${spaceId}${path}`;
  const message = (spaceId: string, id: string) => of(spaceId, `/messages/${id}`);
  const reaction = (spaceId: string, id: string, emoji: string) =>
    `${message(spaceId, id)}/reactions/${encodeURIComponent(emoji)}`;

  return {
    request,
    async make(more: Partial<Body<Spaces['create']>> = {}): Promise<string> {
      const body = { space_id: newId(), name: 'Garden', ...more };
      const { status, body: reply } = await request<OwnSpace>('POST', '/spaces', body);
      if (status !== 200) throw new Error(`${status} ${reply.message}`);
      return body.space_id;
    },
    list: async () => (await request<Reply<Spaces['list']>>('GET', '/spaces')).body.spaces,
    read: (id: string) => request<OwnSpace>('GET', of(id)),
    change: (id: string, body: Body<Spaces['change']>) => request<OwnSpace>('PUT', of(id), body),
    delete: (id: string) => request<object>('DELETE', of(id)),
    archive: (id: string, is_archived = true) =>
      request<OwnSpace>('POST', of(id, '/archive'), { is_archived }),
    handOver: (id: string, to: { id: string }) =>
      request<OwnSpace>('POST', of(id, '/owner'), { user_id: to.id }),
    join: (id: string, code?: string, more: object = {}) =>
      request<OwnSpace>('POST', of(id, '/join'), { ...(code && { code }), ...more }),
    leave: (id: string) => request<object>('POST', of(id, '/leave')),
    public: (query = '') => request<Reply<Spaces['public']>>('GET', `/spaces/public${query}`),
    changes: (id: string, after = 0, wait = 0) =>
      request<Changes>('GET', of(id, `/changes?after=${after}&wait=${wait}`)),
    members: (id: string, query = '') => request<Reply<Spaces['members']>>('GET', of(id, `/members${query}`)),
    setMember: (id: string, other: { id: string }, body: Body<Spaces['changeMember']>) =>
      request<Reply<Spaces['changeMember']>>('PUT', of(id, `/members/${other.id}`), body),
    remove: (id: string, other: { id: string }, ban = false) =>
      request<Reply<Spaces['removeMember']>>('DELETE', of(id, `/members/${other.id}?ban=${ban}`)),
    setOwn: (id: string, body: Body<Spaces['own']>) =>
      request<Reply<Spaces['own']>>('PUT', of(id, '/me'), body),

    post: (id: string, body = 'Hello', more: Partial<Body<Posts['post']>> = {}) =>
      request<{ message: PostRow & string; head: number }>('POST', of(id, '/messages'), {
        message_id: newId(),
        body,
        ...more,
      }),
    messages: (id: string, query = '') =>
      request<Reply<Posts['messages']>>('GET', of(id, `/messages${query}`)),
    one: (id: string, messageId: string) => request<Reply<Posts['message']>>('GET', message(id, messageId)),
    edit: (id: string, messageId: string, body: Body<Posts['edit']>) =>
      request<Reply<Posts['edit']>>('PUT', message(id, messageId), body),
    erase: (id: string, messageId: string) =>
      request<Reply<Posts['delete']>>('DELETE', message(id, messageId)),
    pin: (id: string, messageId: string) => request<Reply<Posts['pin']>>('PUT', of(id, `/pins/${messageId}`)),
    unpin: (id: string, messageId: string) =>
      request<Reply<Posts['unpin']>>('DELETE', of(id, `/pins/${messageId}`)),
    pins: (id: string) => request<Reply<Posts['pins']>>('GET', of(id, '/pins')),
    topic: (id: string, message_id = newId()) =>
      request<Reply<Posts['topic']> & { message: PostRow & string }>('POST', of(id, '/topics'), {
        message_id,
      }),
    undoTopic: (id: string, messageId: string) =>
      request<Reply<Posts['undoTopic']>>('DELETE', of(id, `/topics/${messageId}`)),
    ownPosts: async () => (await request<Reply<Posts['own']>>('GET', '/spaces/own-posts')).body,
    eraseOwn: (id: string) => request<Reply<Posts['deleteOwn']>>('DELETE', of(id, '/own-posts')),
    react: (id: string, messageId: string, emoji = '👍') =>
      request<Reply<Posts['react']>>('PUT', reaction(id, messageId, emoji)),
    unreact: (id: string, messageId: string, emoji = '👍') =>
      request<Reply<Posts['unreact']>>('DELETE', reaction(id, messageId, emoji)),

    stop: (id: string, turnId: string) =>
      request<Reply<Turns['stop']>>('POST', of(id, `/turns/${turnId}/stop`), {}),
    withdraw: (id: string, turnId: string) =>
      request<Reply<Turns['withdraw']>>('POST', of(id, `/turns/${turnId}/withdraw`), {}),
    retry: (id: string, turnId: string, body: Body<Turns['retry']>) =>
      request<Reply<Turns['retry']>>('POST', of(id, `/turns/${turnId}/retry`), body),
    again: (id: string, turnId: string, turn_id = newId()) =>
      request<Reply<Turns['again']>>('POST', of(id, `/turns/${turnId}/again`), { turn_id }),
    costs: (id: string) => request<Reply<Turns['costs']>>('GET', of(id, '/costs')),

    invite: (id: string, to: { id: string }, invitation_id = newId()) =>
      request<Reply<Invitations['invite']>>('POST', of(id, '/invitations'), {
        invitation_id,
        to_user: to.id,
      }),
    async link(id: string, more: object = {}) {
      const body = { invitation_id: newId(), code: newCode(), ...more };
      const response = await request<Reply<Invitations['invite']>>('POST', of(id, '/invitations'), body);
      return { ...response, code: body.code, invitation_id: body.invitation_id };
    },
    sent: (id: string) => request<Reply<Invitations['sent']>>('GET', of(id, '/invitations')),
    revoke: (id: string, invitationId: string) =>
      request<Reply<Invitations['revoke']>>('DELETE', of(id, `/invitations/${invitationId}`)),
    received: async () =>
      (await request<Reply<Invitations['received']>>('GET', '/spaces/invitations')).body.invitations,
    answer: (invitationId: string, action: 'accept' | 'decline', more: object = {}) =>
      request<Reply<Invitations['answer']>>('PUT', `/spaces/invitations/${invitationId}`, {
        action,
        ...more,
      }),
    byCode: (code: string) => request<Reply<Invitations['byCode']>>('GET', `/spaces/by-code/${code}`),

    schedule: (id: string, body: Omit<Body<Sessions['schedule']>, 'session_id'>, session_id = newId()) =>
      request<Reply<Sessions['schedule']>>('POST', of(id, '/sessions'), { session_id, ...body }),
    move: (id: string, sessionId: string, body: Body<Sessions['move']>) =>
      request<Reply<Sessions['move']>>('PUT', of(id, `/sessions/${sessionId}`), body),
    cancel: (id: string, sessionId: string) =>
      request<Reply<Sessions['cancel']>>('DELETE', of(id, `/sessions/${sessionId}`)),
    sessions: async () => (await request<Reply<Sessions['upcoming']>>('GET', '/sessions')).body.sessions,

    notifications: async () => (await request<Reply<Notified['list']>>('GET', '/notifications')).body,
    markRead: (read: [number, number]) =>
      request<Reply<Notified['markRead']>>('PUT', '/notifications', { read }),
  };
}
