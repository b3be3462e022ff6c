import type { AuthService } from '../auth/service.ts';
import type { UserService } from '../users/service.ts';
import type { Room } from './room.ts';

export interface AccountRoomDeps {
  users: Pick<UserService, 'me' | 'leaving'>;
  auth: Pick<AuthService, 'kept'>;
}

/** The account itself and how one signs in to it: emptied when the person leaves, gone with the account. */
export function accountRooms({ users, auth }: AccountRoomDeps): Room[] {
  const goesByItself = async () => {};
  return [
    {
      name: 'account',
      async tell(userId) {
        const { can: _, ...profile } = await users.me(userId);
        return { profile, waivers: await users.leaving.waivers(userId) };
      },
      forget: goesByItself,
    },
    { name: 'sign-ins', tell: auth.kept.tell, forget: goesByItself },
  ];
}
