import { authRoutes } from './auth.ts';
import { challengeRoutes } from './challenge.ts';
import { conversationRoutes } from './conversation.ts';
import { fileRoutes } from './file.ts';
import { friendRoutes } from './friend.ts';
import { healthRoutes } from './health.ts';
import { imageRoutes } from './image.ts';
import { invitationRoutes, notificationRoutes } from './invitation.ts';
import { liveRoutes } from './live.ts';
import { ownDataRoutes } from './own-data.ts';
import { postRoutes } from './post.ts';
import { recordRoutes } from './record.ts';
import { reportRoutes } from './report.ts';
import { searchRoutes } from './search.ts';
import { sessionRoutes } from './session.ts';
import { spaceRoutes } from './space.ts';
import { turnRoutes } from './turn.ts';
import { userRoutes } from './user.ts';

/** Every endpoint of the server, by noun. */
export const api = {
  auth: authRoutes,
  challenge: challengeRoutes,
  conversations: conversationRoutes,
  files: fileRoutes,
  friends: friendRoutes,
  health: healthRoutes,
  images: imageRoutes,
  invitations: invitationRoutes,
  notifications: notificationRoutes,
  live: liveRoutes,
  ownData: ownDataRoutes,
  posts: postRoutes,
  records: recordRoutes,
  reports: reportRoutes,
  search: searchRoutes,
  sessions: sessionRoutes,
  spaces: spaceRoutes,
  turns: turnRoutes,
  users: userRoutes,
};
export type Api = typeof api;
