import { z } from 'zod';
import { defineRoutes } from './route.ts';

/** The answer of a server that is well; one that is not refuses with not-ready. */
export const Health = z.object({ status: z.literal('ok') });
export type Health = z.infer<typeof Health>;

export const healthRoutes = defineRoutes({
  alive: {
    method: 'GET',
    path: '/healthz',
    summary: 'Whether the process is alive',
    access: 'anyone',
    reply: Health,
    refusals: [],
  },
  ready: {
    method: 'GET',
    path: '/readyz',
    summary: 'Whether the server takes requests: its storage can be written, and it is not stopping',
    access: 'anyone',
    reply: Health,
    refusals: ['not-ready'],
  },
});
