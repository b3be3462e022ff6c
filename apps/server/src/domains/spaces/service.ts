import type { LongPollDeps } from '../../platform/feed/long-polls.ts';
import { refuse } from '../../platform/http/refuse.ts';
import type { SignedIn } from '../../platform/http/serve.ts';
import type { JobQueue } from '../../platform/jobs/queue.ts';
import type { Hub } from '../../platform/live/hub.ts';
import type { TurnListener } from '../../platform/live/turn-frames.ts';
import { type CommandDeps, commands as commandsOf } from './command.ts';
import { expiringFirstVersions } from './expiring-first-versions.ts';
import { invitationStore } from './invitation-store.ts';
import { invitingToSpaces } from './invitations.ts';
import { type JoiningDeps, joiningSpaces } from './joining.ts';
import { type ManagingDeps, managingSpaces } from './managing.ts';
import { changingMembers } from './members.ts';
import { notificationStore } from './notification-store.ts';
import { type NotificationDeps, notificationsOf } from './notifications.ts';
import { offeringTurns } from './offering.ts';
import { ownPostsInSpaces } from './own-posts.ts';
import { personalData } from './personal-data.ts';
import { declineCooldown, firstVersionLifetime, notificationLifetime } from './policy.ts';
import { postStore } from './post-store.ts';
import { type PostDeps, postingInSpaces } from './posts.ts';
import { readingSpaces } from './reading.ts';
import { reportingSpaces } from './reporting.ts';
import { runningTurns } from './running-turns.ts';
import { sessionsOfSpaces } from './sessions.ts';
import { spaceFeed } from './space-feed.ts';
import { spaceLongPolls } from './space-long-polls.ts';
import { type TextQuotaDeps, textCharger } from './text-quota.ts';
import { turnsInSpaces } from './turns.ts';
import { type ViewDeps, views as viewsOf } from './view.ts';
import { workingInvitations } from './working-invitations.ts';

export { type OperatedSpaces, operatedSpaces } from './operated.ts';

export interface SpaceServiceDeps
  extends Omit<CommandDeps, 'stopTurns'>,
    ViewDeps,
    Pick<JoiningDeps, 'lock' | 'friendsAmong' | 'blockedAmong'>,
    Pick<ManagingDeps, 'isOwnPicture'>,
    Pick<NotificationDeps, 'accountChanged'>,
    TextQuotaDeps,
    Pick<PostDeps, 'ownFiles' | 'mustHaveRoom'> {
  jobs: Pick<JobQueue, 'add'>;
  /** What long polls depend on. */
  polls: LongPollDeps;
  /** A function, because the sockets depend on spaces in turn. */
  sockets(): Pick<
    Hub,
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
      turns.stopTurns(spaceId, askedBy).catch((error) => given.log('turns', error));
    },
  };
  const { database, now } = deps;
  const commands = commandsOf(deps);
  const charge = textCharger(deps);
  const views = viewsOf(deps);
  const working = workingInvitations(deps);
  const notifications = notificationsOf({ ...deps, views, working });
  const joining = joiningSpaces({ ...deps, commands, working });
  const managing = managingSpaces({ ...deps, commands, views });
  const reading = readingSpaces({ ...deps, views });
  const running = runningTurns({
    ...deps,
    commands,
    notifications,
    tryOffer: (spaceId) => offering.tryOffer(spaceId),
  });
  const offering = offeringTurns({ ...deps, running });
  const turns = turnsInSpaces({
    database,
    commands,
    views,
    running,
    blockedAmong: deps.blockedAmong,
    mustHaveRoom: deps.mustHaveRoom,
    charge,
    turnAdded(spaceId, turnId) {
      deps.sockets().turnChanged(spaceId, turnId);
      offering.tryOffer(spaceId);
    },
  });
  const posting = postingInSpaces({ ...deps, commands, notifications, turns, charge });
  const ownPosts = ownPostsInSpaces({ ...deps, commands, turns, working });
  const expireFirstVersions = expiringFirstVersions({ database, commands });

  return {
    managing,
    joining,
    reading,
    posting,
    ownPosts,
    notifications,
    turns,
    members: changingMembers({ commands }),
    invitations: invitingToSpaces({ ...deps, commands, views, joining, working, notifications }),
    sessions: sessionsOfSpaces({ ...deps, commands, views, notifications }),
    reporting: reportingSpaces({ database, views, blockedAmong: deps.blockedAmong }),
    feedSource: spaceFeed({ ...deps, reading }),
    personalData: personalData({ database, commands }),
    bytesOf: (userId: string, on = database.db) => postStore(on).bytesOf(userId),
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

    /** What changed after a number; waits for a change, at most this many seconds. */
    async changes(
      { userId, signInId }: SignedIn,
      spaceId: string,
      after: number,
      seconds: number,
      disconnected: AbortSignal,
    ) {
      if (seconds === 0) return reading.changes(userId, spaceId, after);
      const poll = longPolls.open(spaceId, userId, { signInId, after, wait: seconds * 1000, disconnected });
      try {
        const current = await reading.changes(userId, spaceId, after);
        if (current.head > after) return current;
        const outcome = await poll.ended;
        if (outcome === 'signed-out') return signedOut();
        return outcome === 'changed' ? await reading.changes(userId, spaceId, after) : current;
      } finally {
        poll.close();
      }
    },

    /** Deletes what is stored only for a limited time. */
    async sweep(): Promise<void> {
      await expireFirstVersions(now() - firstVersionLifetime);
      await invitationStore(database.db).removeOld(now() - declineCooldown);
      await notificationStore(database.db).removeOld(now() - notificationLifetime);
    },
  };
}
export type SpaceService = ReturnType<typeof spaceService>;

function signedOut(): never {
  return refuse('signed-out', 'You are signed out. Sign in again.', { 'www-authenticate': 'Bearer' });
}
