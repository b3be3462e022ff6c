import type { OwnSpace, ReportReason, SentInvitation, Space, SpaceVisibility } from '@polylogue/contract';
import { newId } from '@polylogue/sync';
import { call } from '../../api/index.ts';
import { queryClient } from '../../api/query-client.ts';
import { isRefused, orFail } from '../person/index.ts';
import { justLeft } from './membership.ts';
import { sentInvitations, spacesChanged } from './queries.ts';

export async function change<Answer>(sentence: string, ask: Promise<Answer>): Promise<Answer> {
  try {
    const answer = await orFail(sentence, ask);
    // The list is refetched without waiting for it.
    void spacesChanged();
    return answer;
  } catch (error) {
    // What is gone must not stay in the list.
    if (isRefused(error, 404)) void spacesChanged();
    throw error;
  }
}

interface Entrance {
  /** Of a link. */
  code?: string;
  /** Those in the space see one’s name, whatever the profile shows. */
  shows_name?: boolean | undefined;
}

export const joinSpace = (space_id: string, body: Entrance = {}): Promise<OwnSpace> =>
  change(
    'Failed to join the space',
    call('POST /api/v1/spaces/:space_id/join', { params: { space_id }, body }),
  );

interface SpaceChange {
  name?: string;
  about?: string;
  picture_file_id?: string | null;
  visibility?: SpaceVisibility;
  joins_as?: Space['joins_as'];
  members_invite?: boolean;
  slow_seconds?: number;
  ai_mode?: Space['ai_mode'];
  ai_name?: string;
  ai_instructions?: string;
}

export const changeSpace = (space_id: string, body: SpaceChange): Promise<OwnSpace> =>
  change('Failed to save the settings', call('PUT /api/v1/spaces/:space_id', { params: { space_id }, body }));

export const leaveSpace = (space_id: string): Promise<void> =>
  change(
    'Failed to leave the space',
    call('POST /api/v1/spaces/:space_id/leave', { params: { space_id } }).then(() => justLeft(space_id)),
  );

/** For good, for everyone in it. */
export const deleteSpace = (space_id: string): Promise<void> =>
  change(
    'Failed to delete the space',
    call('DELETE /api/v1/spaces/:space_id', { params: { space_id } }).then(() => justLeft(space_id)),
  );

export const archiveSpace = (space_id: string, is_archived: boolean) =>
  change(
    is_archived ? 'Failed to archive the space' : 'Failed to reopen the space',
    call('POST /api/v1/spaces/:space_id/archive', { params: { space_id }, body: { is_archived } }),
  );

export function answerInvitation(
  invitation_id: string,
  action: 'accept' | 'decline',
  { shows_name }: Pick<Entrance, 'shows_name'> = {},
) {
  const answer = (shows_name?: boolean) =>
    call('PUT /api/v1/spaces/invitations/:invitation_id', {
      params: { invitation_id },
      body: { action, shows_name },
    });
  return change(
    action === 'accept' ? 'Failed to accept the invitation' : 'Failed to decline the invitation',
    answer(shows_name).catch((error) => {
      // During an upgrade an older node refuses a choice of name; they join by username.
      if (shows_name !== undefined && isRefused(error, 400)) return answer();
      throw error;
    }),
  );
}

export async function inviteFriend(
  space_id: string,
  body: { to_user: string; role: SentInvitation['role'] },
): Promise<void> {
  const { invitation } = await change(
    'Failed to invite',
    call('POST /api/v1/spaces/:space_id/invitations', {
      params: { space_id },
      // Sent again after a lost answer it makes no second one: our server changes the role of the first.
      body: { invitation_id: newId(), ...body },
    }),
  );
  // So that no one is invited twice.
  addSent(space_id, invitation);
}

interface NewLink {
  invitation_id: string;
  /** It stays in this browser; our server stores a hash of it. */
  code: string;
  role: SentInvitation['role'];
  hours: number;
  shows_maker: boolean;
  /** A link that ends with this. */
  replaces?: string;
}

/** With the same id, a second call makes no second link. */
export async function makeLink(space_id: string, link: NewLink): Promise<void> {
  const { invitation } = await change(
    'Failed to create a link',
    call('POST /api/v1/spaces/:space_id/invitations', { params: { space_id }, body: link }),
  );
  addSent(space_id, invitation, link.replaces);
}

/** Until the list is refetched. */
const addSent = (space_id: string, invitation: SentInvitation, replaced?: string) =>
  queryClient.setQueryData(
    sentInvitations(space_id).queryKey,
    (sent) => sent && [invitation, ...sent.filter(({ invitation_id }) => invitation_id !== replaced)],
  );

export const revokeInvitation = (space_id: string, invitation_id: string) =>
  change(
    'Failed to withdraw the invitation',
    call('DELETE /api/v1/spaces/:space_id/invitations/:invitation_id', {
      params: { space_id, invitation_id },
    }),
  );

export const changeRole = (space_id: string, user_id: string, role: 'host' | 'member' | 'listener') =>
  change(
    'Failed to change the role',
    call('PUT /api/v1/spaces/:space_id/members/:user_id', { params: { space_id, user_id }, body: { role } }),
  );

/** Until then they cannot post; null: they can again. */
export const mute = (space_id: string, user_id: string, muted_until: number | null) =>
  change(
    muted_until === null ? 'Failed to unmute' : 'Failed to mute',
    call('PUT /api/v1/spaces/:space_id/members/:user_id', {
      params: { space_id, user_id },
      body: { muted_until },
    }),
  );

/** With a ban they cannot come back. */
export const removeMember = (space_id: string, user_id: string, ban = false) =>
  change(
    'Failed to remove',
    call('DELETE /api/v1/spaces/:space_id/members/:user_id', {
      params: { space_id, user_id },
      query: { ban: ban ? 'true' : 'false' },
    }),
  );

/** They can join again. */
export const liftBan = (space_id: string, user_id: string) =>
  change(
    'Failed to lift the ban',
    call('PUT /api/v1/spaces/:space_id/members/:user_id', {
      params: { space_id, user_id },
      body: { is_banned: false },
    }),
  );

export interface SessionFields {
  title: string;
  starts_at: number;
  minutes: number;
}

export const changeSession = (space_id: string, session_id: string, body: Partial<SessionFields>) =>
  change(
    'Failed to change the session',
    call('PUT /api/v1/spaces/:space_id/sessions/:session_id', { params: { space_id, session_id }, body }),
  );

export const cancelSession = (space_id: string, session_id: string) =>
  change(
    'Failed to cancel the session',
    call('DELETE /api/v1/spaces/:space_id/sessions/:session_id', { params: { space_id, session_id } }),
  );

export const handOver = (space_id: string, user_id: string) =>
  change(
    'Failed to hand the space over',
    call('POST /api/v1/spaces/:space_id/owner', { params: { space_id }, body: { user_id } }),
  );

/** What the member is notified about in a space. */
export const setNotify = (space_id: string, notify: OwnSpace['notify']) =>
  change(
    'Failed to change your notifications',
    call('PUT /api/v1/spaces/:space_id/me', { params: { space_id }, body: { notify } }),
  );

/** Whether the member wants to be told when a question to the AI waits for a key. */
export const setTellsWaiting = (space_id: string, tells_waiting: boolean) =>
  change(
    'Failed to change your notifications',
    call('PUT /api/v1/spaces/:space_id/me', { params: { space_id }, body: { tells_waiting } }),
  );

interface SpaceReport {
  space_id: string;
  message_id?: string;
  reason: ReportReason;
  details?: string;
}

/** Reports a space, or a post in it, to the operator. */
export async function reportInSpace(report: SpaceReport): Promise<void> {
  await orFail('Failed to send the report', call('POST /api/v1/user/report', { body: report }));
}
