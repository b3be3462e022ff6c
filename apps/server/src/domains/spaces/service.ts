import type { LongPollDeps } from '../../platform/feed/long-polls.ts';
import { refuse } from '../../platform/http/refuse.ts';
import type { SignedIn } from '../../platform/http/serve.ts';
import type { JobQueue } from '../../platform/jobs/queue.ts';
import type { Hub } from '../../platform/live/hub.ts';
import type { TurnListener } from '../../platform/live/turn-frames.ts';
import { type CommandDeps, commands as commandsOf } from './command.ts';
import { invitationStore } from './invitation-store.ts';
import { invitingToSpaces } from './invitations.ts';
import { type JoiningDeps, joiningSpaces } from './joining.ts';
import { changingMembers } from './members.ts';
import { notificationStore } from './notification-store.ts';
import { type NotificationDeps, notificationsOf } from './notifications.ts';
import { offeringTurns } from './offering.ts';
import { type OwningDeps, owningSpaces } from './owning.ts';
import { personalData } from './personal-data.ts';
import { firstTextTime, notificationTime, quietTime } from './policy.ts';
import { postStore } from './post-store.ts';
import { type PostDeps, postingInSpaces } from './posts.ts';
import { readingSpaces } from './reading.ts';
import { reportingSpaces } from './reporting.ts';
import { runningTurns } from './running-turns.ts';
import { sessionsOfSpaces } from './sessions.ts';
import { type SpaceFeedDeps, spaceFeed } from './space-feed.ts';
import { tidyingPosts } from './tidying.ts';
import { turnsInSpaces } from './turns.ts';
import { type ViewDeps, views as viewsOf } from './view.ts';
import { waitingInSpaces } from './waiting.ts';

export { type OperatedSpaces, operatedSpaces } from './operated.ts';

export interface SpaceServiceDeps
  extends CommandDeps,
    Omit<ViewDeps, 'blockedWith'>,
    Pick<JoiningDeps, 'lock' | 'friendsAmong' | 'blockedWith'>,
    Pick<OwningDeps, 'isOwnPicture'>,
    Pick<NotificationDeps, 'accountChanged'>,
    Pick<SpaceFeedDeps, 'blocksOf'>,
    Pick<PostDeps, 'textQuota' | 'bytesElsewhere' | 'ownFiles' | 'mustHaveRoom'> {
  jobs: Pick<JobQueue, 'add'>;
  /** What long polls depend on. */
  polls: LongPollDeps;
  /** The sockets, which depend on spaces themselves. */
  sockets(): Pick<
    Hub,
    'isConnected' | 'sendTo' | 'showDelta' | 'turnChanged' | 'watching' | 'isLooking' | 'torches'
  >;
  log: (message: string, error: unknown) => void;
}

/** Spaces: what each person may do, read and hear of in them. */
export function spaceService(given: SpaceServiceDeps) {
  const waiting = waitingInSpaces(given.polls);
  const deps = {
    ...given,
    changed(spaceId: string, head: number) {
      given.changed(spaceId, head);
      waiting.changed(spaceId, head);
    },
  };
  const { database, now } = deps;
  const commands = commandsOf(deps);
  const views = viewsOf(deps);
  const notifications = notificationsOf({ ...deps, views });
  const joining = joiningSpaces({ ...deps, commands });
  const owning = owningSpaces({ ...deps, commands, views });
  const reading = readingSpaces({ ...deps, views });
  const running = runningTurns({
    ...deps,
    commands,
    notifications,
    needsHolder: (spaceId) => offering.needsHolder(spaceId),
  });
  const offering = offeringTurns({ ...deps, running });
  const turns = turnsInSpaces({
    database,
    commands,
    views,
    running,
    asked(spaceId, turnId) {
      deps.sockets().turnChanged(spaceId, turnId);
      offering.needsHolder(spaceId);
    },
  });
  const posting = postingInSpaces({ ...deps, commands, notifications, turns });
  const tidyPosts = tidyingPosts({ database, commands });

  return {
    owning,
    joining,
    reading,
    posting,
    notifications,
    turns,
    members: changingMembers({ commands }),
    invitations: invitingToSpaces({ ...deps, commands, views, joining, notifications }),
    sessions: sessionsOfSpaces({ ...deps, commands, views, notifications }),
    reporting: reportingSpaces({ database, views, blockedWith: deps.blockedWith }),
    feedSource: spaceFeed({ ...deps, reading }),
    personalData: personalData({ database, commands }),
    bytesOf: (userId: string, on = database.db) => postStore(on).bytesOf(userId),
    close() {
      waiting.close();
      offering.close();
      running.close();
    },

    /** For the sockets over which browsers answer turns. */
    turnListener: {
      said: running.said,
      gone: running.gone,
      torchesChanged: offering.needsHolder,
      changedElsewhere(spaceId, turnId) {
        running.changedElsewhere(turnId);
        offering.needsHolder(spaceId);
      },
    } satisfies TurnListener,

    /** What changed after a number; waits for a change, at most this many seconds. */
    async changes(
      { userId, signInId }: SignedIn,
      spaceId: string,
      after: number,
      seconds: number,
      left: AbortSignal,
    ) {
      if (seconds === 0) return reading.changes(userId, spaceId, after);
      const poll = waiting.open(spaceId, userId, { signInId, after, wait: seconds * 1000, left });
      try {
        const there = await reading.changes(userId, spaceId, after);
        if (there.head > after) return there;
        const outcome = await poll.ended;
        if (outcome === 'signed-out') return signedOut();
        return outcome === 'changed' ? await reading.changes(userId, spaceId, after) : there;
      } finally {
        poll.close();
      }
    },

    /** Removes what is kept only for a time. */
    async sweep(): Promise<void> {
      await tidyPosts(now() - firstTextTime);
      await invitationStore(database.db).removeOld(now() - quietTime);
      await notificationStore(database.db).removeOld(now() - notificationTime);
    },
  };
}
export type SpaceService = ReturnType<typeof spaceService>;

function signedOut(): never {
  return refuse('signed-out', 'You are signed out. Please sign in again.', { 'www-authenticate': 'Bearer' });
}
