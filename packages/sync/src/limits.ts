/** How much there may be. Lengths count UTF-16 code units. */
export const syncLimits = {
  /** Per account. */
  messages: 2_000_000,
  conversationMessages: 100_000,
  messageLength: 8_000_000,
  /** Of one append, text and reasoning together. */
  chunkLength: 256 * 1024,
  /** Of one message. */
  files: 20,
  titleLength: 200,
  instructionsLength: 32_000,
  /** Of one push: rows, and bytes of its body. */
  pushRows: 200,
  pushBytes: 1_000_000,
  /** Rows of one page of changes. */
  pageRows: 500,
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
  bodyLength: 16_000,
  files: 10,
  mentions: 20,
  /** Different ones at one post. */
  emoji: 20,
  /** Seconds between two posts of one person. */
  slowSeconds: 3_600,
  /** Invitations of one person within a day to people who are not their friends. */
  invitationsToStrangers: 20,
  /** Of one space. */
  openInvitations: 500,
  invitationHours: 30 * 24,
  linkUses: 10_000,
  sessionMinutes: 24 * 60,
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
