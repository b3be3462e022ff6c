/** How much there may be in one body or frame of JSON. */
export interface JsonBounds {
  keys: number;
  /** Of all lists together. */
  items: number;
  /** Levels of objects and lists, at most 32. */
  depth: number;
}

/** Of any body. */
export const jsonBounds: JsonBounds = { keys: 8_000, items: 8_000, depth: 12 };
/** Of a frame, and of a body that is not allowed more bytes than others. */
export const smallJsonBounds: JsonBounds = { keys: 300, items: 300, depth: 8 };

/** How much there may be. Lengths count UTF-16 code units. */
export const syncLimits = {
  /** Per account. */
  messages: 2_000_000,
  conversationMessages: 100_000,
  messageLength: 8_000_000,
  /** Of one append, text and reasoning together. */
  chunkLength: 128 * 1024,
  /** Of one message, and the bytes of each file in an account. */
  files: 20,
  fileBytes: 25 * 1024 * 1024,
  titleLength: 200,
  instructionsLength: 32_000,
  savedSearchLength: 1_000,
  /** Of one folder, and the bytes of each. */
  folderFiles: 20,
  folderFileBytes: 20 * 1024 * 1024,
  /** What steers the model in one conversation: how many, and the length of all values together. */
  settings: 50,
  settingsLength: 64_000,
  /** Keys and items of one free-form part of a row, such as why a reply is not whole. */
  partValues: 100,
  /** Records of one account, deleted ones included; keys and items of one, and the bytes of all its fields. */
  records: 10_000,
  recordValues: 200,
  recordBytes: 200_000,
  /** Of one push: rows, and bytes of its body. */
  pushRows: 200,
  pushBytes: 500_000,
  /** Rows of one page of changes. */
  pageRows: 500,
  /** Usage records that a sum leaves out: as many as a browser pushes at once. */
  leftOutUsage: 100,
} as const;

/** How much there may be in spaces. Lengths count UTF-16 code units. */
export const spaceLimits = {
  /** Of one person. */
  spaces: 200,
  /** In one space, and how many of them are more than listeners. */
  people: 10_000,
  speakers: 500,
  nameLength: 80,
  aboutLength: 1_000,
  /** Instructions from the hosts to the AI. */
  instructionsLength: 8_000,
  /** Messages that are left out of a question. */
  leftOut: 200,
  /** Pinned messages, and the length of all of them together. */
  pins: 10,
  pinsLength: 8_000,
  bodyLength: 16_000,
  files: 10,
  mentions: 20,
  /** Different ones at one post. */
  emoji: 20,
  /** Of one person, in all spaces. */
  reactions: 50_000,
  /** Seconds between two posts of one person. */
  slowSeconds: 3_600,
  /** Invitations of one person within a day to people who are not their friends. */
  invitationsToStrangers: 20,
  /** Of one space. */
  openInvitations: 500,
  invitationHours: 30 * 24,
  linkUses: 10_000,
  sessionMinutes: 24 * 60,
  /** Until when somebody is muted whose mute has no end (milliseconds since 1970). */
  mutedForGood: 8_640_000_000_000_000,
  /** Milliseconds within which who began a topic may take it back. */
  topicUndo: 60_000,
  /** Of one space, still to come. */
  sessions: 50,
  /** Rows and bytes of one page of changes. */
  pageRows: 500,
  pageBytes: 1_000_000,
  /** Notifications stored for one person. */
  notifications: 200,
  /** Of these, mentions by one other person in one space, and those of the sessions of one space. */
  alike: 20,
} as const;
