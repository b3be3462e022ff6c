export { type Api, api } from './api.ts';
export { authRoutes, SignIn, Tokens } from './auth.ts';
export { ChallengeKind, challengeRoutes } from './challenge.ts';
export { ChallengeAction } from './challenge-action.ts';
export { type Refusal, refusals } from './error.ts';
export { FileId, fileRoutes, StoredFile } from './file.ts';
export { Health, healthRoutes } from './health.ts';
export { openapi } from './openapi.ts';
export { Refused } from './refused.ts';
export type { Access, Limit, Reading, Route, Writing } from './route.ts';
export { routes } from './route.ts';
export {
  Email,
  Me,
  Password,
  PrivacySettings,
  Standing,
  UserId,
  Username,
  userRoutes,
  Waiver,
} from './user.ts';
export { waiverVersion } from './waiver-version.ts';
