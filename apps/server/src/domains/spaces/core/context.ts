import type { Queries } from '../../../platform/database/database.ts';
import type { SignedIn, Visitor } from '../../../platform/http/serve.ts';
import type { JobQueue } from '../../../platform/jobs/queue.ts';
import type { Hub } from '../../../platform/live/hub.ts';
import type { CommandDeps, Commands } from './command.ts';
import type { Files } from './rows.ts';
import type { ChargeText, TextQuotaDeps } from './text-quota.ts';
import type { ViewDeps, Views } from './view.ts';
import type { WorkingInvitations } from './working-invitations.ts';

/** Who does something that the log is to say. */
export type Actor = Pick<SignedIn & Visitor, 'userId' | 'record'>;

/** What the parts of spaces work with: each says which of it it needs. */
export interface SpaceContext extends Omit<CommandDeps, 'stopTurns'>, ViewDeps, TextQuotaDeps {
  commands: Commands;
  views: Views;
  working: WorkingInvitations;
  charge: ChargeText;
  /** Stops others from changing what belongs to this account until the transaction ends; false if it no longer exists. */
  lock(userId: string, on: Queries): Promise<boolean>;
  /** Which of these people are friends of the person. */
  friendsAmong(userId: string, others: readonly string[], on: Queries): Promise<Set<string>>;
  /** Which of them have a block between them and the person. */
  blockedAmong(userId: string, others: readonly string[], on?: Queries): Promise<Set<string>>;
  /** Whether it is one of the person's own files and a picture that we re-encoded. */
  isOwnPicture(userId: string, fileId: string, on: Queries): Promise<boolean>;
  /** The records of these files, without those of other people. */
  ownFiles(userId: string, ids: readonly string[], on: Queries): Promise<Files>;
  /** Throws a refusal if the disk is full. */
  mustHaveRoom(): Promise<void>;
  /** There is something new in an account's feed. */
  accountChanged(userId: string, head: number): void;
  jobs: Pick<JobQueue, 'add'>;
  /** A function, because the sockets depend on spaces in turn. */
  sockets(): Pick<
    Hub,
    | 'ownChanged'
    | 'isConnected'
    | 'sendTo'
    | 'passOver'
    | 'showDelta'
    | 'turnChanged'
    | 'watcherCount'
    | 'countPeople'
    | 'isLooking'
    | 'torches'
  >;
  log: (message: string, error: unknown) => void;
}
