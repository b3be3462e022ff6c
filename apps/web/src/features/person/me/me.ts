import type { Me, ProfileChange } from '@polylogue/contract';
import { call } from '../../../api/index.ts';
import { queryClient } from '../../../api/query-client.ts';
import { account, meOf, refreshMe } from '../../account/index.ts';
import { orFail } from '../failure/model-error.ts';
import { refetchPeople } from '../relation/relation-cache.ts';
import { notifyTabs } from '../relation/tabs.ts';

// The signed-in person is stored in one place, features/account, which trusts its copy for five minutes and asks at most
// once a second. Changes made here are written there.

/** Changes the profile and updates every tab. Rejects with a ModelError. */
export async function updateMe(change: ProfileChange): Promise<Me> {
  const me = await orFail('Failed to update user data', call('PUT /api/v1/user/me', { body: change }));
  account.setMe(me);
  notifyTabs({ type: 'me-changed' });
  void refetchPeople(queryClient);
  return me;
}

/** Makes every tab of this browser refetch the signed-in person, after another call changed something about them. */
export function meChanged(): void {
  notifyTabs({ type: 'me-changed' });
  if (meOf(account.read())) void refreshMe();
}

/** Rejects with a ModelError; a wrong current password is a refusal with 403. */
export async function changePassword(current_password: string, new_password: string): Promise<void> {
  const body = { current_password, new_password };
  await orFail('Failed to update password', call('PUT /api/v1/user/me/password', { body }));
}

/** The fields of a complete profile. */
const complete = ['first_name', 'last_name', 'bio', 'profile_picture_url'] as const;

export type MissingField = (typeof complete)[number];

/** What the profile still lacks to be complete. */
export function missingFields(me: Pick<Me, MissingField>): MissingField[] {
  return complete.filter((field) => !me[field]);
}
