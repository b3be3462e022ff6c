import { authRoutes } from './auth.ts';
import { challengeRoutes } from './challenge.ts';
import { fileRoutes } from './file.ts';
import { healthRoutes } from './health.ts';
import { userRoutes } from './user.ts';

/** Every endpoint of the server, by noun. */
export const api = {
  auth: authRoutes,
  challenge: challengeRoutes,
  files: fileRoutes,
  health: healthRoutes,
  users: userRoutes,
};
export type Api = typeof api;
