import {
  invitationRoutes,
  notificationRoutes,
  postRoutes,
  searchRoutes,
  sessionRoutes,
  spaceRoutes,
  turnRoutes,
} from '@polylogue/contract';
import { scheduleMaintenance } from '../../platform/files/maintenance.ts';
import { type HttpDeps, serve } from '../../platform/http/serve.ts';
import type { SpaceService } from './service.ts';

/** Spaces with their posts, invitations, sessions and notifications. */
export function serveSpaces(http: HttpDeps, service: SpaceService) {
  const { own, creating, managing, joining, reading, members, invitations, sessions, notifications, turns } =
    service;
  http.app.addHook('preClose', async () => service.close());
  scheduleMaintenance(http.app, service);

  serve(http, spaceRoutes, {
    create: ({ body: { space_id, ...settings } }, { userId }) => creating.create(userId, space_id, settings),
    list: (_, { userId }) => own.list(userId),
    public: ({ query }, { userId }) => service.listPublic(userId, query.before, query.q),
    read: ({ params }, { userId }) => own.read(userId, params.space_id),
    change: ({ params, body }, { userId }) => managing.change(userId, params.space_id, body),
    delete: async ({ params }, caller) => {
      await service.deleting.delete(caller, params.space_id);
      return {};
    },
    archive: ({ params, body }, { userId }) => managing.archive(userId, params.space_id, body.is_archived),
    handOver: ({ params, body }, caller) => managing.handOver(caller, params.space_id, body.user_id),
    join: async ({ params, body }, { userId }) => {
      await joining.join(userId, params.space_id, body);
      return own.read(userId, params.space_id);
    },
    leave: async ({ params }, { userId }) => {
      await joining.leave(userId, params.space_id);
      return {};
    },
    changes: ({ params, query }, caller) =>
      service.changes(caller, params.space_id, query.after, query.wait, caller.disconnected),
    members: ({ params, query }, { userId }) => reading.members(userId, params.space_id, query),
    changeMember: ({ params, body }, caller) => members.change(caller, params.space_id, params.user_id, body),
    removeMember: ({ params, query }, caller) =>
      members.remove(caller, params.space_id, params.user_id, query.ban === 'true'),
    own: ({ params, body }, { userId }) => service.marking.setOwn(userId, params.space_id, body),
  });

  serve(
    http,
    { posts: searchRoutes.posts },
    {
      posts: ({ body }, { userId }) => service.search(userId, body),
    },
  );

  servePosts(http, service);

  serve(http, turnRoutes, {
    stop: ({ params }, { userId }) => turns.stop(userId, params.space_id, params.turn_id),
    withdraw: ({ params }, { userId }) => turns.withdraw(userId, params.space_id, params.turn_id),
    retry: ({ params: { space_id, turn_id }, body }, { userId, signInId }) =>
      turns.retry(userId, space_id, turn_id, body, signInId),
    again: ({ params, body }, { userId, signInId }) =>
      turns.again(userId, params.space_id, params.turn_id, { ...body, asked_on: signInId }),
    costs: ({ params }, { userId }) => turns.costs(userId, params.space_id),
  });

  serve(http, invitationRoutes, {
    byCode: ({ params }, { userId }) => invitations.byCode(params.code, userId),
    invite: ({ params, body }, { userId }) => invitations.invite(userId, params.space_id, body),
    sent: ({ params }, { userId }) => invitations.sent(userId, params.space_id),
    revoke: ({ params }, { userId }) => invitations.revoke(userId, params.space_id, params.invitation_id),
    received: (_, { userId }) => invitations.received(userId),
    answer: async ({ params, body }, { userId }) => {
      const spaceId = await invitations.answer(userId, params.invitation_id, body);
      return { joined: spaceId === undefined ? null : await own.read(userId, spaceId) };
    },
  });

  serve(http, sessionRoutes, {
    upcoming: (_, { userId }) => sessions.upcoming(userId),
    schedule: ({ params, body }, { userId }) => sessions.schedule(userId, params.space_id, body),
    move: ({ params, body }, { userId }) => sessions.move(userId, params.space_id, params.session_id, body),
    cancel: ({ params }, { userId }) => sessions.cancel(userId, params.space_id, params.session_id),
  });

  serve(http, notificationRoutes, {
    list: (_, { userId }) => notifications.list(userId),
    markRead: ({ body }, { userId }) => notifications.markRead(userId, body.read),
  });
}

/** Posts, pins, and the lines at which topics begin. */
function servePosts(http: HttpDeps, service: SpaceService) {
  const { reading, posting, editing, reacting, topics, pins, ownPosts } = service;
  const withMessage = async (
    userId: string,
    spaceId: string,
    action: Promise<{ message_id: string; head: number }>,
  ) => {
    const { message_id, head } = await action;
    const { message } = await reading.messageFor(userId, spaceId, message_id);
    return { message, head };
  };
  serve(http, postRoutes, {
    messages: ({ params, query }, { userId }) =>
      reading.messages(userId, params.space_id, query.before, query.limit),
    post: ({ params, body }, { userId, signInId }) =>
      withMessage(
        userId,
        params.space_id,
        posting.post(userId, params.space_id, { ...body, asked_on: signInId }),
      ),
    message: ({ params }, { userId }) => reading.message(userId, params.space_id, params.message_id),
    edit: ({ params, body }, { userId }) =>
      withMessage(userId, params.space_id, editing.edit(userId, params.space_id, params.message_id, body)),
    delete: ({ params }, { userId }) =>
      withMessage(userId, params.space_id, editing.remove(userId, params.space_id, params.message_id)),
    pins: ({ params }, { userId }) => reading.pins(userId, params.space_id),
    pin: ({ params }, { userId }) =>
      withMessage(userId, params.space_id, pins.pin(userId, params.space_id, params.message_id)),
    unpin: ({ params }, { userId }) =>
      withMessage(userId, params.space_id, pins.unpin(userId, params.space_id, params.message_id)),
    topic: ({ params, body }, { userId }) =>
      withMessage(userId, params.space_id, topics.begin(userId, params.space_id, body.message_id)),
    undoTopic: ({ params }, { userId }) =>
      withMessage(userId, params.space_id, topics.undo(userId, params.space_id, params.message_id)),
    own: (_, { userId }) => ownPosts.list(userId),
    deleteOwn: ({ params }, { userId }) => ownPosts.remove(userId, params.space_id),
    react: ({ params: { space_id, message_id, emoji } }, { userId }) =>
      withMessage(userId, space_id, reacting.react(userId, space_id, message_id, emoji)),
    unreact: ({ params: { space_id, message_id, emoji } }, { userId }) =>
      withMessage(userId, space_id, reacting.unreact(userId, space_id, message_id, emoji)),
  });
}
