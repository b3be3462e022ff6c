import type { OwnSpace, ReceivedInvitation, SpaceByCode } from '@polylogue/contract';
import type { ReplyTo } from '@polylogue/contract/client';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../../api/index.ts';
import { queryClient } from '../../api/query-client.ts';
import { notifyTabs, orFail } from '../person/index.ts';
import { reportingLeft } from './membership.ts';

/** Prefix of the query keys about spaces. */
export const spacesKey = '/api/v1/spaces';

/** Something about the member's spaces has changed: what is shown is refetched, and the rest when it is needed. */
export const refetchSpaces = (): Promise<void> => queryClient.invalidateQueries({ queryKey: [spacesKey] });

/** The same, in every tab of this browser. */
export function spacesChanged(): Promise<void> {
  notifyTabs({ type: 'spaces-changed' });
  return refetchSpaces();
}

/** How long cached answers are trusted, in ms. */
export const freshFor = 30_000;

export const spaceQuery = <Data>(
  key: readonly string[],
  sentence: string,
  ask: (options: { signal: AbortSignal }) => Promise<Data>,
) =>
  queryOptions<Data>({
    queryKey: [spacesKey, ...key],
    queryFn: ({ signal }) => orFail(sentence, ask({ signal })),
    staleTime: freshFor,
  });

/** The member's spaces. */
export const ownSpaces = spaceQuery<OwnSpace[]>(['own'], 'Failed to load your spaces', (options) =>
  reportingLeft(async () => (await call('GET /api/v1/spaces', {}, options)).spaces),
);

/** Shows how many messages of these spaces are unread; a space that is not listed yet has the lists fetched. */
export function showUnread(counts: Readonly<Record<string, number>>): void {
  const known = queryClient.getQueryData(ownSpaces.queryKey);
  const isKnown = (id: string) => known?.some(({ space }) => space.space_id === id);
  // On another device the mention may have been read.
  const isOutdated = ({ space: { space_id }, unread }: OwnSpace) =>
    (counts[space_id] ?? unread) < unread && isMentionedIn(space_id);
  if (known && (!Object.keys(counts).every(isKnown) || known.some(isOutdated))) return void refetchSpaces();
  queryClient.setQueryData(ownSpaces.queryKey, (spaces) =>
    spaces?.map((own) => ({ ...own, unread: counts[own.space.space_id] ?? own.unread })),
  );
}

export const receivedInvitations = spaceQuery<ReceivedInvitation[]>(
  ['received'],
  'Failed to load your invitations',
  async (options) => {
    const { invitations } = await call('GET /api/v1/spaces/invitations', {}, options);
    return invitations;
  },
);

/** Notifications from spaces, newest first. */
export const spaceNotifications = spaceQuery<ReplyTo<'GET /api/v1/notifications'>>(
  ['notifications'],
  'Failed to load your notifications',
  (options) => call('GET /api/v1/notifications', {}, options),
);

/** Whether a mention in this space counts as unread here. */
export const isMentionedIn = (space_id: string): boolean =>
  queryClient
    .getQueryData(spaceNotifications.queryKey)
    ?.notifications.some((one) => one.space_id === space_id && one.kind === 'mention' && !one.is_read) ===
  true;

/** Sessions of all the member's spaces, the next one first. */
export const upcomingSessions = spaceQuery(['sessions'], 'Failed to load your sessions', async (options) => {
  const { sessions } = await call('GET /api/v1/sessions', {}, options);
  return sessions;
});

/** The space that an invitation link leads to. */
export const spaceByCode = (code: string) =>
  spaceQuery<SpaceByCode>(['code', code], 'Failed to look up this space', (options) =>
    call('GET /api/v1/spaces/by-code/:code', { params: { code } }, options),
  );

/** Public spaces, newest first; with `q`, those whose name begins with it. */
export const publicSpaces = (q = '') =>
  infiniteQueryOptions({
    queryKey: [spacesKey, 'public', q],
    queryFn: ({ pageParam, signal }) =>
      orFail(
        'Failed to load public spaces',
        call(
          'GET /api/v1/spaces/public',
          { query: { ...(q && { q }), ...(pageParam && { before: pageParam }) } },
          { signal },
        ),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    staleTime: freshFor,
  });

/** Open invitations to a space, for members who may invite. */
export const sentInvitations = (space_id: string) =>
  spaceQuery(['sent', space_id], 'Failed to load the invitations', async (options) => {
    const { invitations } = await call(
      'GET /api/v1/spaces/:space_id/invitations',
      { params: { space_id } },
      options,
    );
    return invitations;
  });
