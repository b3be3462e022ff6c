import type { Generated } from 'kysely';

/** Milliseconds since 1970. */
type Instant = number;
/** JSON, read with `readJson`. */
type Json = string;

/** All tables and columns after the newest migration; booleans are booleans on both databases. */
export interface Tables {
  migrations: { name: string; ran_at: Instant };
  users: UserTable;
  sign_ins: SignInTable;
  /** Sign-ins of deleted accounts, so that browsers which still have data of them learn of it. */
  deleted_sign_ins: { sign_in_hash: string; deleted_at: Instant };
  mail_tokens: MailTokenTable;
  findable_people: FindableTable;
  /** Names that people gave up; reserved for them. */
  former_usernames: { username_canonical: string; user_id: string; given_up_at: Instant };
  waivers: { user_id: string; version: string; accepted_at: Instant };
  invites: {
    code_hash: string;
    /** Whom it is for; null: anyone who has it. */
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
  /** Random bytes in base64url, by purpose. */
  secrets: { name: string; secret: string; created_at: Instant };
  used_challenges: { challenge_hash: string; expires_at: Instant };
  exports: ExportTable;
  /** People who are leaving, until their data is deleted. */
  departures: { user_id: string; email: string; left_at: Instant };
  /** Names of deleted accounts, unavailable until `free_at`; the hash is keyed. */
  retired_names: { name_hash: string; free_at: Instant };
  jobs: JobTable;
  files: {
    id: string;
    owner_id: string | null;
    name: string;
    size: number;
    media_type: string;
    /** Whether it is a picture that we decoded and encoded again. */
    is_redrawn: Generated<boolean>;
    created_at: Instant;
    expires_at: Instant | null;
    /** Hash of the content, for a file that messages carry; null: uploaded on its own. */
    sha256: string | null;
  };
  /** The files that messages carry, by position in the message. */
  message_files: {
    feed: number;
    message_id: string;
    place: number;
    file_id: string;
  };
  /** Upload slots for pictures, each valid once. */
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
    /** Null once the account is deleted. */
    owner_id: string | null;
    purpose: 'profile' | 'cover';
    kept_by: 'us' | 'cloudflare';
    /** The url used in the profile. */
    url: string;
    created_at: Instant;
    /** When to check whether the profile uses it, and otherwise remove it; null: the profile does. */
    expires_at: Instant | null;
  };
  friendships: FriendshipTable;
  friend_requests: FriendRequestTable;
  friend_links: { user_id: string; code: string; created_at: Instant };
  blocks: {
    blocker_id: string;
    blocked_id: string;
    blocked_at: Instant;
    /** Whether the blocker could see the other person then; if so, their list may always show that person. */
    was_seen: boolean;
    /** The other person's name at that time. */
    username: string;
    profile_picture_url: string | null;
  };
  reports: ReportTable;
  /** Each opens one socket, for the person it was given to. */
  live_tickets: { ticket_hash: string; user_id: string; sign_in_id: string; expires_at: Instant };
  shared_counts: { key: string; count: number; ends_at: Instant };
  failed_attempts: { key: string; failures: number; not_before: Instant; forgotten_at: Instant };
  feeds: FeedTable;
  conversations: ConversationTable;
  messages: MessageTable;
  /** What follows the text in the row of a long message, in the order of the parts. */
  message_texts: { row_id: number; is_reasoning: boolean; part: number; text: string };
  /** What an account stores beside conversations and messages. `bytes`: how much of the text quota it uses. */
  records: {
    feed: number;
    kind: string;
    record_id: string;
    /** The last change. */
    seq: number;
    bytes: number;
    fields: Json;
  };
  usage_records: UsageTable;
  spaces: SpaceTable;
  space_members: SpaceMemberTable;
  space_messages: SpaceMessageTable;
  space_reactions: { row_id: number; emoji: string; user_id: string; created_at: Instant };
  space_turns: SpaceTurnTable;
  space_invitations: SpaceInvitationTable;
  space_sessions: SpaceSessionTable;
  /** How much of their text quota a person's posts use, in all spaces. */
  space_texts: { user_id: string; bytes: number };
  notifications: NotificationTable;
  /** LWW fields that apply to all notifications of an account, and the number of the last change to any of them. */
  notification_reading: { feed: number; seq: number; fields: Json };
  /** Messages that the search index has still to read, and how often they have changed since. */
  unindexed: { row_id: number; created_at: Instant; times: number };
  /** One row: how far the search index has come with what was stored before it. */
  search_progress: {
    name: string;
    /** The number of the last slice. */
    generation: number;
    messages_upto: number;
    space_messages_upto: number;
    is_done: boolean;
  };
}

interface SpaceTable {
  space_id: string;
  feed: number;
  /** The last change to the space itself. */
  seq: number;
  name: string;
  name_folded: string;
  about: string | null;
  picture_file_id: string | null;
  visibility: 'invited' | 'link' | 'public';
  joins_as: 'member' | 'listener';
  members_invite: boolean;
  slow_seconds: number;
  ai_mode: Generated<'mentioned' | 'always' | 'off'>;
  ai_name: string | null;
  ai_instructions: string | null;
  /** Ids of pinned messages, in the order in which they were pinned; of those deleted since, too. */
  pins: Generated<Json>;
  /** Null: the owner left, and there was no host to take over. */
  owner_id: string | null;
  created_by: string | null;
  created_at: Instant;
  archived_at: Instant | null;
  /** When the operator closed it. */
  closed_at: Instant | null;
  last_post_at: Instant | null;
  /** The number of people in it, and how many of them are more than listeners. */
  people: number;
  speakers: number;
  /** Raised when rows change without a number in the feed: everything is fetched again. */
  generation: number;
}

interface SpaceMemberTable {
  space_id: string;
  user_id: string;
  seq: number;
  role: 'owner' | 'host' | 'member' | 'listener';
  joined_at: Instant;
  /** Null: still in the space. */
  left_at: Instant | null;
  is_removed: boolean;
  is_banned: boolean;
  muted_until: Instant | null;
  /** When they last posted, for slow mode. */
  posted_at: Instant | null;
  /** The number of the last message they have read. */
  read_number: number;
  /** The newest notification of the space that they have seen; null: none. */
  seen_at: Instant | null;
  notify: 'all' | 'mentions' | 'none';
  /** Those in the space see their name, whatever their profile shows. */
  shows_name: boolean;
  /** They want to be told when a question to the AI waits here. */
  tells_waiting: boolean;
}

interface SpaceMessageTable {
  /** The feed times 2^32, plus the number of the message in its space. */
  row_id: number;
  feed: number;
  message_id: string;
  seq: number;
  kind: 'post' | 'turn' | 'notice';
  /** Null: the author has left. */
  by_id: string | null;
  created_at: Instant;
  body: string;
  /** The text before the first edit, stored for hosts and for 30 days. */
  first_body: string | null;
  first_edited_at: Instant | null;
  reply_to: string | null;
  mentions: Json;
  is_off_record: boolean;
  files: Json;
  notice: Json | null;
  /** How much of its author's text quota it uses. */
  bytes: number;
  edited_at: Instant | null;
  deleted_at: Instant | null;
  deleted_by: string | null;
}

/** A question to the AI; the answer is what members' browsers have sent. */
interface SpaceTurnTable {
  /** The id of its message. */
  turn_id: string;
  feed: number;
  space_id: string;
  question_id: string;
  /** The number of the last message that is sent with it. */
  reads_until: number;
  /** The model it must be answered with. */
  wants: Json | null;
  /** Ids of messages that who asked has left out. */
  left_out: Generated<Json>;
  /** It is a message where every message is answered, and its author did not ask. */
  is_automatic: Generated<boolean>;
  asked_by: string | null;
  /** In which browser, by its sign-in, until it ends. */
  asked_on: string | null;
  asked_at: Instant;
  /** Whether it has not ended. */
  is_open: boolean;
  state: 'waiting' | 'offered' | 'running' | 'done' | 'failed' | 'stopped' | 'expired';
  epoch: number;
  holder_id: string | null;
  connection: string | null;
  lease_until: Instant | null;
  base: number;
  text: string;
  word_at: Instant | null;
  running_since: Instant | null;
  /** Milliseconds for which earlier epochs ran. */
  ran: number;
  segments: Json;
  excluded: Json;
  ended_at: Instant | null;
  because: string | null;
}

interface SpaceInvitationTable {
  invitation_id: string;
  space_id: string;
  /** For a link. */
  code_hash: string | null;
  /** Whom it is for; null: it is a link. */
  to_user: string | null;
  /** Whether they were not friends when it was made. */
  is_to_stranger: boolean;
  role: 'member' | 'listener';
  by_id: string | null;
  created_at: Instant;
  expires_at: Instant;
  /** For a link. */
  uses_left: number | null;
  /** Whoever has the link reads who made it. */
  shows_maker: boolean;
  /** Hidden from the person who made it. */
  declined_at: Instant | null;
  /** When it was accepted or taken back. */
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
  kind:
    | 'mention'
    | 'invitation'
    | 'session'
    | 'session-moved'
    | 'session-cancelled'
    | 'session-soon'
    | 'answer'
    | 'waiting';
  created_at: Instant;
  space_id: string;
  by_id: string | null;
  /** The id of the message, the invitation or the session. */
  about_id: string;
  starts_at: Instant | null;
}

/** All changes visible to one account, or to everyone in one space, numbered by one counter. */
interface FeedTable {
  /** From 1 to 2^21 - 1, so that the rows of its messages stay below 2^53. */
  feed: Generated<number>;
  kind: 'account' | 'space';
  owner_id: string;
  /** The number of the last change. */
  head: Generated<number>;
  /** How many row ids messages have been given so far. */
  rows: Generated<number>;
  /** How many messages there are. */
  messages: Generated<number>;
  /** How much of the text quota the whole feed uses: conversations with their messages, and usage records. */
  bytes: Generated<number>;
}

interface ConversationTable {
  feed: number;
  conversation_id: string;
  /** The last change to it or to one of its messages. */
  seq: number;
  created_at: Instant;
  last_message_at: Instant;
  messages: number;
  bytes: number;
  fields: Json;
  /** From its fields. */
  deleted_at: Instant | null;
  /** Messages created up to this time are permanently deleted, or about to be. */
  erased_until: Instant | null;
  /** Whether some of those still exist. */
  is_purging: boolean;
  /** When its messages were deleted; the row remains, so that devices learn of it. */
  purged_at: Instant | null;
}

interface MessageTable {
  /** The feed times 2^32, plus a number that counts up in the order in which messages reached the feed. */
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
  /** Total of body, reasoning and details. */
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
  /** Null: an answer in a conversation. */
  purpose: string | null;
  fee_usd_micros: number | null;
  searches: number;
  pictures: number;
  seconds: number;
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
  /** Both, as names are compared; null: neither is set, or a server of an older version wrote them. */
  full_name_folded: string | null;
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

/** Everyone who can be found, verified or not, by folded names that strangers may see. */
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
  /** Fixed: 90 days after the sign-in, however often it is used. */
  expires_at: Instant;
  ended_at: Instant | null;
  ended_because: string | null;
  device: string;
  address: string;
  /** How many times its refresh token was exchanged. */
  generation: number;
  refresh_hash: string;
  /** The hash of the previous refresh token. */
  parent_hash: string | null;
  /** The newest refresh token, encrypted, so that a lost answer can be repeated. */
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

/** The one copy a person has of all the data stored about them. */
interface ExportTable {
  /** Also the name of its file. */
  export_id: string;
  user_id: string;
  /** Part of its url. */
  token: string;
  state: 'working' | 'ready' | 'failed';
  /** From 0 to 1. */
  progress: number;
  /** Estimated size while it is being made (bytes); null: it takes no room. */
  size: number | null;
  /** Why it failed; null: not failed, or no reason to show. */
  failure: 'no-room' | null;
  created_at: Instant;
  expires_at: Instant;
}

interface JobTable {
  job_id: string;
  kind: string;
  /** A hash of the person it concerns, to find it when they leave. */
  about: string | null;
  payload: Json;
  due_at: Instant;
  attempts: number;
  last_error: string | null;
  created_at: Instant;
  /** Until then a process is working on it; afterwards any process may take it. */
  leased_until: Instant | null;
}

/** Each pair once, the lower id first. */
interface FriendshipTable {
  low_id: string;
  high_id: string;
  since: Instant;
  /** Which of the two sent the request. */
  asked_by: string;
  /** The id of that request, so that accepting it twice has the same result. */
  request_id: string;
}

/** At most one from one person to another. */
interface FriendRequestTable {
  request_id: string;
  from_id: string;
  to_id: string;
  /** The time the sender sees. */
  sent_at: Instant;
  /** The time the recipient sees: when it last reached them. */
  reached_at: Instant;
  /** The recipient does not see it any more; the sender does. */
  declined_at: Instant | null;
  /** The sender took it back. The row stays only as a reminder that it had been declined. */
  withdrawn_at: Instant | null;
}

interface ReportTable {
  report_id: string;
  /** Null once the account is deleted. */
  reporter_id: string | null;
  reported_id: string;
  reason: 'spam' | 'harassment' | 'impersonation' | 'inappropriate' | 'other';
  /** The reporter's own words. */
  details: string | null;
  /** What the reporter could see of the reported person at that moment. */
  snapshot: Json;
  created_at: Instant;
  closed_at: Instant | null;
}
