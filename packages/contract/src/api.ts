import { fileRoutes } from './file.ts';
import { healthRoutes } from './health.ts';

/** Every endpoint of the server, by noun. */
export const api = { files: fileRoutes, health: healthRoutes };
export type Api = typeof api;
