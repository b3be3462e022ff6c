import type { AuthService } from '../auth/service.ts';
import type { UserService } from '../users/service.ts';
import type { PersonalDataSource } from './personal-data-source.ts';

export interface AccountSourceDeps {
  users: Pick<UserService, 'me' | 'deletion'>;
  auth: Pick<AuthService, 'personalData'>;
}

/** The account itself and its sign-ins: emptied when the person leaves, and removed with the account. */
export function accountSources({ users, auth }: AccountSourceDeps): PersonalDataSource[] {
  const deletedByCascade = async () => {};
  return [
    {
      name: 'account',
      async collect(userId) {
        const { can: _, ...profile } = await users.me(userId);
        return { profile, waivers: await users.deletion.waivers(userId) };
      },
      forget: deletedByCascade,
    },
    { name: 'sign-ins', collect: auth.personalData.collect, forget: deletedByCascade },
  ];
}
