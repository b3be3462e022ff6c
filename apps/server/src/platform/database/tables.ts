import type { Generated } from 'kysely';

/** Milliseconds since 1970. */
type Instant = number;
/** JSON, read with `readJson`. */
type Json = string;

/** Every table and column, as the newest migration leaves them; booleans are booleans on both databases. */
export interface Tables {
  migrations: { name: string; ran_at: Instant };
  users: UserTable;
  sign_ins: SignInTable;
  mail_tokens: MailTokenTable;
  findable_people: FindableTable;
  /** Names that were given up, by whom they are reserved for. */
  former_usernames: { username_canonical: string; user_id: string; given_up_at: Instant };
  waivers: { user_id: string; version: string; accepted_at: Instant };
  invites: {
    code_hash: string;
    /** Whom it is for; null: anyone who holds it. */
    email: string | null;
    created_at: Instant;
    expires_at: Instant;
    used_by: string | null;
    used_at: Instant | null;
  };
  signing_keys: {
    kid: string;
    private_jwk: Json;
    public_jwk: Json;
    created_at: Instant;
    retired_at: Instant | null;
  };
  /** Random bytes in base64url, by what they are for. */
  secrets: { name: string; secret: string; created_at: Instant };
  used_challenges: { challenge_hash: string; expires_at: Instant };
  exports: ExportTable;
  /** Who has left and is not gone yet. */
  departures: { user_id: string; email: string; left_at: Instant };
  /** Names of accounts that are gone, which nobody is given again before `free_at`; the hash is keyed. */
  retired_names: { name_hash: string; free_at: Instant };
  jobs: JobTable;
  files: {
    id: string;
    owner_id: string | null;
    name: string;
    size: number;
    media_type: string;
    /** A picture we have decoded and written anew. */
    is_redrawn: Generated<boolean>;
    created_at: Instant;
    expires_at: Instant | null;
    /** Of the content of a file that messages carry; null: it was uploaded for itself. */
    sha256: string | null;
  };
  /** Files that messages carry, by their places in those. */
  message_files: {
    feed: number;
    message_id: string;
    place: number;
    file_id: string;
  };
  /** Where a picture may be uploaded to, once. */
  image_places: {
    token_hash: string;
    user_id: string;
    purpose: 'profile' | 'cover';
    created_at: Instant;
    expires_at: Instant;
    used_at: Instant | null;
  };
  images: {
    id: string;
    /** Null once the account is gone. */
    owner_id: string | null;
    purpose: 'profile' | 'cover';
    kept_by: 'us' | 'cloudflare';
    /** As it stands in the profile. */
    url: string;
    created_at: Instant;
    /** From then on it is looked at whether the profile has it, and else removed; null: it has. */
    expires_at: Instant | null;
  };
  friendships: FriendshipTable;
  friend_requests: FriendRequestTable;
  friend_links: { user_id: string; code: string; created_at: Instant };
  blocks: {
    blocker_id: string;
    blocked_id: string;
    blocked_at: Instant;
    /** Whether the blocker saw the other one then: only whom they saw may their list show in any case. */
    was_seen: boolean;
    /** How the other one was called then; null: not stored by the version that blocked them. */
    username: string | null;
    profile_picture_url: string | null;
  };
  reports: ReportTable;
  /** Each opens one socket for whoever was given it. */
  live_tickets: { ticket_hash: string; user_id: string; sign_in_id: string; expires_at: Instant };
  feeds: FeedTable;
  conversations: ConversationTable;
  messages: MessageTable;
  usage_records: UsageTable;
  spaces: SpaceTable;
  space_members: SpaceMemberTable;
  space_messages: SpaceMessageTable;
  space_reactions: { row_id: number; emoji: string; user_id: string; created_at: Instant };
  space_invitations: SpaceInvitationTable;
  space_sessions: SpaceSessionTable;
  /** What somebody's posts take of their room for text, in all spaces. */
  space_texts: { user_id: string; bytes: number };
  notifications: NotificationTable;
  /** LWW fields of all notifications of an account, and the number of the last change of one of them. */
  notification_reading: { feed: number; seq: number; fields: Json };
}

interface SpaceTable {
  space_id: string;
  feed: number;
  /** The change in which it was changed itself last. */
  seq: number;
  name: string;
  name_folded: string;
  about: string | null;
  picture_file_id: string | null;
  visibility: 'invited' | 'link' | 'public';
  joins_as: 'member' | 'listener';
  members_invite: boolean;
  slow_seconds: number;
  /** Null: they left, and there was no host. */
  owner_id: string | null;
  created_by: string | null;
  created_at: Instant;
  archived_at: Instant | null;
  /** Closed by the operator. */
  closed_at: Instant | null;
  last_post_at: Instant | null;
  /** Who is in it now, and how many of them are more than listeners. */
  people: number;
  speakers: number;
  /** Raised when rows change that take no number of the feed: everything is fetched anew. */
  generation: number;
}

interface SpaceMemberTable {
  space_id: string;
  user_id: string;
  seq: number;
  role: 'owner' | 'host' | 'member' | 'listener';
  joined_at: Instant;
  /** Null: they are in it. */
  left_at: Instant | null;
  is_removed: boolean;
  is_banned: boolean;
  muted_until: Instant | null;
  /** Their last post, for slow mode. */
  posted_at: Instant | null;
  /** The number of the message they have read last. */
  read_number: number;
  notify: 'all' | 'mentions' | 'none';
}

interface SpaceMessageTable {
  /** The feed times 2^32, plus the number of the message in its space. */
  row_id: number;
  feed: number;
  message_id: string;
  seq: number;
  kind: 'post' | 'notice';
  /** Null: somebody who left. */
  by_id: string | null;
  created_at: Instant;
  body: string;
  /** What it said before it was edited, for hosts and for 30 days. */
  first_body: string | null;
  first_edited_at: Instant | null;
  reply_to: string | null;
  mentions: Json;
  is_off_record: boolean;
  files: Json;
  notice: Json | null;
  /** What it counts of its author's room for text. */
  bytes: number;
  edited_at: Instant | null;
  deleted_at: Instant | null;
  deleted_by: string | null;
}

interface SpaceInvitationTable {
  invitation_id: string;
  space_id: string;
  /** Of a link. */
  code_hash: string | null;
  /** Whom it is for; null: it is a link. */
  to_user: string | null;
  /** They were no friends when it was made. */
  is_to_stranger: boolean;
  role: 'member' | 'listener';
  by_id: string | null;
  created_at: Instant;
  expires_at: Instant;
  /** Of a link. */
  uses_left: number | null;
  /** Who made it does not learn of this. */
  declined_at: Instant | null;
  /** Accepted or taken back. */
  ended_at: Instant | null;
}

interface SpaceSessionTable {
  session_id: string;
  space_id: string;
  seq: number;
  title: string | null;
  starts_at: Instant;
  minutes: number;
  by_id: string | null;
  created_at: Instant;
  cancelled_at: Instant | null;
}

interface NotificationTable {
  feed: number;
  notification_id: string;
  kind: 'mention' | 'invitation' | 'session' | 'session-soon';
  created_at: Instant;
  space_id: string;
  by_id: string | null;
  /** The message, the invitation or the session. */
  about_id: string;
  starts_at: Instant | null;
}

/** All changes that one account, or everyone in one space, sees, numbered by one counter. */
interface FeedTable {
  /** From 1 to 2^21 - 1, so that the rows of its messages stay below 2^53. */
  feed: Generated<number>;
  kind: 'account' | 'space';
  owner_id: string;
  /** The number of the last change. */
  head: Generated<number>;
  /** How many row ids were given to messages. */
  rows: Generated<number>;
  /** How many messages there are. */
  messages: Generated<number>;
  /** What all of it counts of the room for text: conversations with their messages, and usage. */
  bytes: Generated<number>;
}

interface ConversationTable {
  feed: number;
  conversation_id: string;
  /** The change in which it, or one of its messages, was changed last. */
  seq: number;
  created_at: Instant;
  last_message_at: Instant;
  messages: number;
  bytes: number;
  fields: Json;
  /** As its fields say. */
  deleted_at: Instant | null;
  /** Messages created until then are gone for good, or about to be. */
  erased_until: Instant | null;
  /** Some of those are still there. */
  is_purging: boolean;
  /** Its messages are gone; the row remains, so that devices learn of it. */
  purged_at: Instant | null;
}

interface MessageTable {
  /** The feed times 2^32, plus a number of its own: in the order in which messages reached the feed. */
  row_id: number;
  feed: number;
  message_id: string;
  conversation_id: string;
  parent_id: string | null;
  seq: number;
  created_at: Instant;
  role: 'user' | 'assistant';
  body: string;
  reasoning: string;
  /** UTF-16 code units. */
  body_length: number;
  reasoning_length: number;
  /** Of body, reasoning and details. */
  bytes: number;
  details: Json | null;
  fields: Json;
  run_id: string | null;
  ended_at: Instant | null;
}

interface UsageTable {
  feed: number;
  usage_id: string;
  /** Days since 1970, UTC. */
  day: number;
  created_at: Instant;
  conversation_id: string;
  message_id: string;
  provider: string;
  model: string;
  host: string;
  input: number;
  output: number;
  cached: number;
  reasoning: number;
  usd_micros: number | null;
  is_estimate: boolean;
}

export interface UserTable {
  user_id: string;
  auth_provider: 'password';
  auth_provider_id: string | null;
  username: string;
  username_canonical: string;
  email: string;
  email_canonical: string;
  email_verified: boolean;
  hashed_password: string;
  first_name: string | null;
  last_name: string | null;
  bio: string | null;
  tagline: string | null;
  location: string | null;
  birth_date: string | null;
  phone_number: string | null;
  phone_number_verified: boolean;
  profile_picture_url: string | null;
  cover_picture_url: string | null;
  previous_usernames: Json;
  privacy_public_profile: boolean;
  privacy_allow_search: boolean;
  privacy_allow_invites: boolean;
  user_standing: 'good' | 'limited' | 'suspended';
  standing_updated_at: Instant | null;
  created_at: Instant;
  updated_at: Instant;
}

/** Everyone who can be found, verified or not, by names as they are compared: those that strangers may see. */
interface FindableTable {
  user_id: string;
  username: string;
  first_name: string | null;
  last_name: string | null;
  full_name: string | null;
}

/** One device on which a person is signed in. */
interface SignInTable {
  sign_in_id: string;
  user_id: string;
  created_at: Instant;
  last_used_at: Instant;
  /** However often it is used: 90 days after it began. */
  expires_at: Instant;
  ended_at: Instant | null;
  ended_because: string | null;
  device: string;
  address: string;
  /** How often its refresh token was exchanged. */
  generation: number;
  refresh_hash: string;
  /** Of the refresh token before this one. */
  parent_hash: string | null;
  /** The newest refresh token, sealed, so that a lost answer can be given again. */
  successor: string | null;
  is_successor_used: boolean;
}

interface MailTokenTable {
  token_hash: string;
  user_id: string;
  purpose: 'verify' | 'reset' | 'change-email' | 'undo-change-email';
  email: string;
  created_at: Instant;
  expires_at: Instant;
  used_at: Instant | null;
}

/** The one copy a person has of everything that is stored about them. */
interface ExportTable {
  /** Its file is called like that. */
  export_id: string;
  user_id: string;
  /** Stands in its url. */
  token: string;
  state: 'working' | 'ready' | 'failed';
  /** From 0 to 1. */
  progress: number;
  /** Of one that is made, as far as it can be told before; null: it takes no room. */
  size: number | null;
  /** Why there is none; null: for no reason that could be told. */
  failure: 'no-room' | null;
  created_at: Instant;
  expires_at: Instant;
}

interface JobTable {
  job_id: string;
  kind: string;
  /** A hash of whom it is about, to find it when they leave. */
  about: string | null;
  payload: Json;
  due_at: Instant;
  attempts: number;
  last_error: string | null;
  created_at: Instant;
  /** Somebody is at it until then; afterwards it is anybody's again. */
  leased_until: Instant | null;
}

/** Two people, once: the lower id first. */
interface FriendshipTable {
  low_id: string;
  high_id: string;
  since: Instant;
  /** Who of the two had sent the request. */
  asked_by: string;
  /** Of that request, so that accepting it again is the same as accepting it. */
  request_id: string;
}

/** Of one person to another there is at most one. */
interface FriendRequestTable {
  request_id: string;
  from_id: string;
  to_id: string;
  /** As the asker sees it. */
  sent_at: Instant;
  /** As the asked sees it: when it last came before them. */
  reached_at: Instant;
  /** The asked does not see it any more; the asker does. */
  declined_at: Instant | null;
  /** The asker took it back. The row stays only to remember that it had been declined. */
  withdrawn_at: Instant | null;
}

interface ReportTable {
  report_id: string;
  /** Null once the account is gone. */
  reporter_id: string | null;
  reported_id: string;
  reason: 'spam' | 'harassment' | 'impersonation' | 'inappropriate' | 'other';
  /** The reporter's own words. */
  details: string | null;
  /** What the reported showed the reporter at that moment. */
  snapshot: Json;
  created_at: Instant;
  closed_at: Instant | null;
}
