import type { LongPollDeps } from '../../platform/feed/long-polls.ts';
import type { TurnListener } from '../../platform/live/turn-frames.ts';
import { commands as commandsOf } from './core/command.ts';
import type { SpaceContext } from './core/context.ts';
import { declineCooldown, firstVersionLifetime, notificationLifetime } from './core/policy.ts';
import { textCharger } from './core/text-quota.ts';
import { views as viewsOf } from './core/view.ts';
import { workingInvitations } from './core/working-invitations.ts';
import { answeringInvitations } from './invitations/answering.ts';
import { spacesByCode } from './invitations/by-code.ts';
import { invitingToSpaces } from './invitations/inviting.ts';
import { listingSentInvitations } from './invitations/sent.ts';
import { creatingSpaces } from './managing/creating.ts';
import { deletingSpaces } from './managing/deleting.ts';
import { listingSpaces } from './managing/listing.ts';
import { managingSpaces } from './managing/managing.ts';
import { listingPublicSpaces } from './managing/public-spaces.ts';
import { joiningSpaces } from './members/joining.ts';
import { changingMembers } from './members/members.ts';
import { accountNotifications } from './notifications/account-feed.ts';
import { enqueueingNotifications, waitingJob } from './notifications/enqueueing.ts';
import { listingNotifications } from './notifications/list.ts';
import { notifyingPeople } from './notifications/notifying.ts';
import { notifyingOfSessions } from './notifications/session-events.ts';
import { notifyingOfWaiting } from './notifications/waiting.ts';
import { personalData } from './personal-data/personal-data.ts';
import { editingPosts } from './posts/editing.ts';
import { expiringFirstVersions } from './posts/expiring-first-versions.ts';
import { ownPostsInSpaces } from './posts/own-posts.ts';
import { pinsInSpaces } from './posts/pins.ts';
import { postingInSpaces } from './posts/posts.ts';
import { reactingToPosts } from './posts/reacting.ts';
import { topicsInSpaces } from './posts/topics.ts';
import { awaitedChanges } from './reading/awaited-changes.ts';
import { readingChanges } from './reading/changes.ts';
import { markingAsRead } from './reading/marks.ts';
import { readingMembers } from './reading/members.ts';
import { readingMessages } from './reading/messages.ts';
import { reportingSpaces } from './reading/reporting.ts';
import { spaceFeed, spaceNews } from './reading/space-feed.ts';
import { spaceLongPolls } from './reading/space-long-polls.ts';
import { type SpaceSearchDeps, searchingSpaces } from './search/searching.ts';
import { sessionsOfSpaces } from './sessions/sessions.ts';
import { invitationStore } from './store/invitation-store.ts';
import { notificationStore } from './store/notification-store.ts';
import { usedText } from './store/used-text.ts';
import { askingInSpaces } from './turns/asking.ts';
import { costsInSpace } from './turns/costs.ts';
import { offeringTurns } from './turns/offering.ts';
import { retryingTurns } from './turns/retrying.ts';
import { runningTurns } from './turns/running-turns.ts';
import { servingSince } from './turns/serving.ts';
import { stoppingTurns } from './turns/stopping.ts';
import { type TurnTimes, turnTimes } from './turns/times.ts';

export { type OperatedSpaces, operatedSpaces } from './core/operated.ts';
export { spaceSource } from './search/index-source.ts';
export type { TurnTimes } from './turns/times.ts';

export interface SpaceServiceDeps
  extends Omit<SpaceContext, 'commands' | 'views' | 'working' | 'charge'>,
    Pick<SpaceSearchDeps, 'search' | 'idOf'> {
  /** What long polls depend on. */
  polls: LongPollDeps;
  turnTimes?: Partial<TurnTimes> | undefined;
}

/** Spaces: what each person may do, read and be notified of in them. */
export function spaceService(given: SpaceServiceDeps) {
  const longPolls = spaceLongPolls(given.polls);
  const deps = {
    ...given,
    changed(spaceId: string, head: number) {
      given.changed(spaceId, head);
      longPolls.changed(spaceId, head);
    },
    stopTurns(spaceId: string, askedBy?: string) {
      stopping.stopTurns(spaceId, askedBy).catch((error) => given.log('turns', error));
    },
  };
  const { database, now } = deps;
  const views = viewsOf(deps);
  const context: SpaceContext = {
    ...deps,
    views,
    commands: commandsOf(deps),
    charge: textCharger(deps),
    working: workingInvitations(deps),
  };
  const notifications = enqueueingNotifications(context);
  const feeds = accountNotifications(context);
  const session = notifyingOfSessions({ ...context, feeds });
  const times = { ...turnTimes, ...deps.turnTimes };
  const serving = servingSince(now);
  const running = runningTurns({
    ...context,
    times,
    servedSince: serving.since,
    notifications,
    tryOffer: (spaceId) => offering.tryOffer(spaceId),
  });
  const offering = offeringTurns({ ...context, running, serving, times });
  const stopping = stoppingTurns({ database, running });
  const asking = askingInSpaces({
    ...context,
    notifications,
    turnAdded(spaceId, turnId) {
      deps.sockets().turnChanged(spaceId, turnId);
      offering.tryOffer(spaceId);
    },
  });
  const joining = joiningSpaces(context);
  const deleting = deletingSpaces(context);
  const own = listingSpaces(context);
  const sent = listingSentInvitations(context);
  const changes = readingChanges(context);
  const expireFirstVersions = expiringFirstVersions(context);

  return {
    own,
    creating: creatingSpaces({ ...context, own }),
    managing: managingSpaces({ ...context, own }),
    listPublic: listingPublicSpaces(context),
    joining,
    members: changingMembers(context),
    reading: { ...changes, ...readingMessages(context), ...readingMembers(context) },
    changes: awaitedChanges(changes, longPolls),
    marking: markingAsRead({ ...context, feeds }),
    posting: postingInSpaces({ ...context, notifications, asking }),
    editing: editingPosts({ ...context, stopping }),
    reacting: reactingToPosts(context),
    topics: topicsInSpaces(context),
    pins: pinsInSpaces(context),
    ownPosts: ownPostsInSpaces({ ...context, stopping }),
    notifications: listingNotifications({ ...context, feeds }),
    deleting,
    jobHandlers: {
      ...notifyingPeople({ ...context, feeds, session }),
      ...deleting.jobHandlers,
      [waitingJob]: notifyingOfWaiting({ ...context, feeds }),
    },
    turns: {
      ...stopping,
      again: asking.again,
      retry: retryingTurns({ ...context, running, notifications, tryOffer: offering.tryOffer }),
      costs: (userId: string, spaceId: string) => costsInSpace(database, views, userId, spaceId),
    },
    invitations: {
      ...sent,
      ...invitingToSpaces({ ...context, notifications, sent }),
      ...answeringInvitations({ ...context, joining }),
      byCode: spacesByCode(context),
    },
    sessions: sessionsOfSpaces({ ...context, notifications }),
    reporting: reportingSpaces(context),
    search: searchingSpaces({ ...context, search: given.search, idOf: given.idOf }),
    feedSource: spaceFeed(context),
    newsSource: spaceNews(database.db),
    personalData: personalData(context),
    bytesOf: (userId: string, on = database.db) => usedText(on, userId),
    close() {
      longPolls.close();
      offering.close();
      running.close();
    },

    /** For the sockets over which browsers answer turns. */
    turnListener: {
      frameReceived: running.frameReceived,
      watcherLeft: running.watcherLeft,
      torchesChanged: offering.torchesChanged,
      changedElsewhere(spaceId, turnId) {
        running.changedElsewhere(spaceId, turnId);
        offering.tryOffer(spaceId);
      },
    } satisfies TurnListener,

    /** Deletes what is stored only for a limited time. */
    async sweep(): Promise<void> {
      await expireFirstVersions(now() - firstVersionLifetime);
      await invitationStore(database.db).removeOld(now() - declineCooldown);
      await notificationStore(database.db).removeOld(now() - notificationLifetime);
    },
  };
}
export type SpaceService = ReturnType<typeof spaceService>;
