import { userRoutes } from '@polylogue/contract';
import { type Caller, type HttpDeps, serve } from '../../platform/http/serve.ts';
import type { UserService } from './service.ts';

export interface UserRouteDeps {
  users: UserService;
  /** Provided by the domain that handles passwords. */
  changePassword(
    change: { current_password: string; new_password: string },
    caller: Caller<{ access: 'signed-in' } & (typeof userRoutes)['me']>,
  ): Promise<void>;
}

/** The signed-in person, and other people as that person may see them. */
export function serveUsers(http: HttpDeps, { users, changePassword }: UserRouteDeps) {
  serve(http, userRoutes, {
    me: async (_, { me }) => me(),
    updateMe: ({ body }, { userId }) => users.updateMe(userId, body),
    searchUsers: ({ query }, { userId }) => users.searchUsers(userId, query),
    user: ({ query }, { userId }) => users.person(userId, query.user_id),
    changePassword: async ({ body }, caller) => {
      await changePassword(body, caller);
      return {};
    },
    waiver: (_, { userId }) => users.waivers.of(userId),
    acceptWaiver: async ({ body }, { userId, record }) => {
      const accepted = await users.waivers.accept(userId, body.waiver);
      record('waiver-accepted');
      return accepted;
    },
  });
}
