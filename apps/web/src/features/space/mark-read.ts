import { call, serverNow } from '../../api/index.ts';
import { queryClient } from '../../api/query-client.ts';
import { notifyTabs, orFail } from '../person/index.ts';
import { isMentionedIn, ownSpaces, spaceNotifications, spacesChanged } from './queries.ts';

/** Marks the messages of a space up to this number as read, and the mentions in them. */
export async function markRead(space_id: string, read_number: number): Promise<void> {
  const { unread } = await call('PUT /api/v1/spaces/:space_id/me', {
    params: { space_id },
    body: { read_number },
  });
  const before = queryClient.getQueryData(ownSpaces.queryKey);
  // Stays the same object as long as nothing in it changes.
  const now = queryClient.setQueryData(ownSpaces.queryKey, (spaces) =>
    spaces?.map((own) => (own.space.space_id === space_id ? { ...own, unread } : own)),
  );
  if (isMentionedIn(space_id)) await spacesChanged();
  else if (now !== before) notifyTabs({ type: 'spaces-changed' });
}

/** It was read on another device, and so were the mentions in it. */
export function readElsewhere(space_id: string): void {
  if (isMentionedIn(space_id)) void spacesChanged();
}

/** Marks notifications of a space's answers and sessions, created up to this time, as read. */
export async function markSeen(space_id: string, seen_until: number): Promise<void> {
  await call('PUT /api/v1/spaces/:space_id/me', { params: { space_id }, body: { seen_until } });
  await spacesChanged();
}

/** Marks all notifications as read, on every device. */
export async function markNotificationsRead(): Promise<void> {
  const known = queryClient.getQueryData(spaceNotifications.queryKey);
  // Uses their own times: with a slow clock some would stay unread.
  const until = Math.max(serverNow(), ...(known?.notifications ?? []).map(({ created_at }) => created_at));
  await orFail(
    'Failed to mark your notifications as read',
    call('PUT /api/v1/notifications', { body: { read: [until, serverNow()] } }),
  );
  await spacesChanged();
}
