import type { LongPollDeps } from '../../platform/feed/long-polls.ts';
import type { JobQueue } from '../../platform/jobs/queue.ts';
import type { Hub } from '../../platform/live/hub.ts';
import type { TurnListener } from '../../platform/live/turn-frames.ts';
import { type CommandDeps, commands as commandsOf } from './core/command.ts';
import { declineCooldown, firstVersionLifetime, notificationLifetime } from './core/policy.ts';
import { type TextQuotaDeps, textCharger } from './core/text-quota.ts';
import { type ViewDeps, views as viewsOf } from './core/view.ts';
import { workingInvitations } from './core/working-invitations.ts';
import { answeringInvitations } from './invitations/answering.ts';
import { spacesByCode } from './invitations/by-code.ts';
import { invitingToSpaces } from './invitations/inviting.ts';
import { listingSentInvitations } from './invitations/sent.ts';
import { creatingSpaces } from './members/creating.ts';
import { type JoiningDeps, joiningSpaces } from './members/joining.ts';
import { listingSpaces } from './members/listing.ts';
import { managingSpaces } from './members/managing.ts';
import { changingMembers } from './members/members.ts';
import { listingPublicSpaces } from './members/public-spaces.ts';
import type { SettingsDeps } from './members/settings.ts';
import { type AccountNotificationDeps, accountNotifications } from './notifications/account-feed.ts';
import { enqueueingNotifications } from './notifications/enqueueing.ts';
import { listingNotifications } from './notifications/list.ts';
import { notifyingPeople } from './notifications/notifying.ts';
import { notifyingOfSessions } from './notifications/session-events.ts';
import { personalData } from './personal-data/personal-data.ts';
import { editingPosts } from './posts/editing.ts';
import { expiringFirstVersions } from './posts/expiring-first-versions.ts';
import { ownPostsInSpaces } from './posts/own-posts.ts';
import { type PostDeps, postingInSpaces } from './posts/posts.ts';
import { reactingToPosts } from './posts/reacting.ts';
import { awaitedChanges } from './reading/awaited-changes.ts';
import { readingChanges } from './reading/changes.ts';
import { markingAsRead } from './reading/marks.ts';
import { readingMembers } from './reading/members.ts';
import { readingMessages } from './reading/messages.ts';
import { reportingSpaces } from './reading/reporting.ts';
import { spaceFeed, spaceNews } from './reading/space-feed.ts';
import { spaceLongPolls } from './reading/space-long-polls.ts';
import { sessionsOfSpaces } from './sessions/sessions.ts';
import { invitationStore } from './store/invitation-store.ts';
import { notificationStore } from './store/notification-store.ts';
import { usedText } from './store/used-text.ts';
import { askingInSpaces } from './turns/asking.ts';
import { costsInSpace } from './turns/costs.ts';
import { offeringTurns } from './turns/offering.ts';
import { runningTurns } from './turns/running-turns.ts';
import { stoppingTurns } from './turns/stopping.ts';
import { type TurnTimes, turnTimes } from './turns/times.ts';

export { type OperatedSpaces, operatedSpaces } from './core/operated.ts';
export type { TurnTimes } from './turns/times.ts';

export interface SpaceServiceDeps
  extends Omit<CommandDeps, 'stopTurns'>,
    ViewDeps,
    Pick<JoiningDeps, 'lock' | 'friendsAmong' | 'blockedAmong'>,
    Pick<SettingsDeps, 'isOwnPicture'>,
    Pick<AccountNotificationDeps, 'accountChanged'>,
    TextQuotaDeps,
    Pick<PostDeps, 'ownFiles' | 'mustHaveRoom'> {
  jobs: Pick<JobQueue, 'add'>;
  /** What long polls depend on. */
  polls: LongPollDeps;
  /** A function, because the sockets depend on spaces in turn. */
  sockets(): Pick<
    Hub,
    | 'hasRead'
    | 'isConnected'
    | 'sendTo'
    | 'showDelta'
    | 'turnChanged'
    | 'watcherCount'
    | 'countPeople'
    | 'isLooking'
    | 'torches'
  >;
  log: (message: string, error: unknown) => void;
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
  const commands = commandsOf(deps);
  const charge = textCharger(deps);
  const views = viewsOf(deps);
  const working = workingInvitations(deps);
  const notifications = enqueueingNotifications(deps);
  const accountFeeds = accountNotifications(deps);
  const listed = listingNotifications({ ...deps, feeds: accountFeeds, views, working });
  const session = notifyingOfSessions({ ...deps, feeds: accountFeeds });
  const joining = joiningSpaces({ ...deps, commands, working });
  const changes = readingChanges({ ...deps, views });
  const own = listingSpaces({ ...deps, views });
  const times = { ...turnTimes, ...deps.turnTimes };
  const running = runningTurns({
    ...deps,
    times,
    commands,
    notifications,
    tryOffer: (spaceId) => offering.tryOffer(spaceId),
  });
  const offering = offeringTurns({ ...deps, running, times });
  const stopping = stoppingTurns({ database, running });
  const asking = askingInSpaces({
    ...deps,
    commands,
    charge,
    turnAdded(spaceId, turnId) {
      deps.sockets().turnChanged(spaceId, turnId);
      offering.tryOffer(spaceId);
    },
  });
  const posting = postingInSpaces({ ...deps, commands, notifications, asking, charge });
  const sent = listingSentInvitations({ ...deps, commands, views });
  const editing = editingPosts({ ...deps, commands, stopping, charge });
  const reacting = reactingToPosts({ ...deps, commands });
  const ownPosts = ownPostsInSpaces({ ...deps, commands, stopping, working });
  const expireFirstVersions = expiringFirstVersions({ database, commands });

  return {
    own,
    creating: creatingSpaces({ ...deps, own }),
    managing: managingSpaces({ ...deps, commands, own }),
    listPublic: listingPublicSpaces(deps),
    joining,
    reading: {
      ...changes,
      ...readingMessages({ ...deps, views }),
      ...readingMembers({ ...deps, views }),
    },
    changes: awaitedChanges(changes, longPolls),
    marking: markingAsRead({ ...deps, views }),
    posting,
    editing,
    reacting,
    ownPosts,
    notifications: listed,
    jobHandlers: notifyingPeople({ ...deps, feeds: accountFeeds, session }),
    turns: {
      ...stopping,
      again: asking.again,
      costs: (userId: string, spaceId: string) => costsInSpace(database, views, userId, spaceId),
    },
    members: changingMembers({ commands }),
    invitations: {
      ...sent,
      ...invitingToSpaces({ ...deps, commands, notifications, sent }),
      ...answeringInvitations({ ...deps, commands, views, joining, working }),
      byCode: spacesByCode({ ...deps, working }),
    },
    sessions: sessionsOfSpaces({ ...deps, commands, views, notifications }),
    reporting: reportingSpaces({ database, views, blockedAmong: deps.blockedAmong }),
    feedSource: spaceFeed({ ...deps, views }),
    newsSource: spaceNews(database.db),
    personalData: personalData({ database, commands }),
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
