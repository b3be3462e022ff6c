import { friendRoutes } from '@polylogue/contract';
import { type HttpDeps, serve } from '../../platform/http/serve.ts';
import type { FriendService } from './service.ts';

const done = async (work: Promise<unknown>) => {
  await work;
  return {};
};

/** Friend requests, friends, personal links and blocks. */
export function serveFriends(http: HttpDeps, { requests, friends, links, blocks }: FriendService) {
  serve(http, friendRoutes, {
    incoming: (_, { userId }) => requests.incoming(userId),
    summary: (_, { userId }) => requests.summary(userId),
    sent: (_, { userId }) => requests.sent(userId),
    request: ({ query }, { userId }) => requests.request(userId, query.friend_id, query.code),
    answer: ({ body }, { userId }) => requests.answer(userId, body.request_id, body.action),
    friends: ({ query }, { userId }) => friends.listOrStatus(userId, query.friend_id),
    unfriend: ({ query }, { userId }) => done(friends.unfriend(userId, query.friend_id)),
    link: (_, { userId }) => links.link(userId),
    renewLink: (_, { userId }) => links.renewLink(userId),
    linkOwner: ({ query }, { userId }) => links.linkOwner(userId, query.code),
    block: ({ body }, { userId }) => done(blocks.block(userId, body.blocked_user_id)),
    unblock: ({ query }, { userId }) => done(blocks.unblock(userId, query.blocked_user_id)),
    blocked: (_, { userId }) => blocks.blocked(userId),
  });
}
