export { type Api, api } from './api.ts';
export { authRoutes, SignIn, Tokens } from './auth.ts';
export { ChallengeKind, challengeRoutes } from './challenge.ts';
export { ChallengeAction } from './challenge-action.ts';
export {
  ConversationChange,
  ConversationFields,
  ConversationSettings,
  conversationRoutes,
  MessageChange,
  MessageDetails,
  MessageFields,
  PushedConversation,
  PushedMessage,
  StoredConversation,
  StoredConversationFields,
  StoredMessage,
  StoredMessageDetails,
  StoredMessageFields,
  UsageRecord,
  type UsageSum,
} from './conversation.ts';
export { type Refusal, refusals } from './error.ts';
export { FileId, fileRoutes, OwnFiles, StoredFile } from './file.ts';
export {
  BlockedPerson,
  Friend,
  FriendLink,
  FriendRequest,
  FriendRequestSummary,
  FriendStatus,
  friendRoutes,
} from './friend.ts';
export { Health, healthRoutes } from './health.ts';
export { ImageVariant, imageRoutes, StoredImage } from './image.ts';
export {
  invitationRoutes,
  Notification,
  notificationRoutes,
  ReceivedInvitation,
  SentInvitation,
  SpaceByCode,
} from './invitation.ts';
export {
  BrowserFrame,
  type ClosingBecause,
  Cursors,
  type FeedName,
  Greeting,
  type HolderFrame,
  liveRoutes,
  ServerFrame,
} from './live.ts';
export { leavingCode, liveLimits, livePath } from './live-limits.ts';
export { openapi } from './openapi.ts';
export { DataExport, ownDataRoutes } from './own-data.ts';
export { Friendship, Person } from './person.ts';
export { Emoji, type NoticeKind, OwnPosts, PostRow, postRoutes, Withheld } from './post.ts';
export {
  PushedRecord,
  RecordChange,
  type RecordKind,
  recordRoutes,
  StoredRecord,
  StoredRecordFields,
} from './record.ts';
export { Refused } from './refused.ts';
export { ReportReason, reportRoutes } from './report.ts';
export type { AccessRule, Limit, ReadRoute, Route, WriteRoute } from './route.ts';
export { defineRoutes } from './route.ts';
export { FoundMessage, FoundPost, searchRoutes } from './search.ts';
export { SessionRow, sessionRoutes } from './session.ts';
export {
  OwnMarks,
  OwnSpace,
  Space,
  SpaceCard,
  SpaceMember,
  SpaceRights,
  SpaceVisibility,
  spaceRoutes,
} from './space.ts';
export { SpacePerson } from './space-person.ts';
export { Torch, Turn, turnRoutes } from './turn.ts';
export {
  Email,
  Me,
  Password,
  PrivacySettings,
  ProfileChange,
  SearchField,
  Standing,
  Username,
  userRoutes,
  Waiver,
} from './user.ts';
export { UserId } from './user-id.ts';
export { waiverVersion } from './waiver-version.ts';
