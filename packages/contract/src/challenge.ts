import { z } from 'zod';
import { ChallengeAction } from './challenge-action.ts';
import { defineRoutes } from './route.ts';

/** Which challenge the forms show. */
export const ChallengeKind = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('altcha') }),
  z.object({ kind: z.literal('turnstile'), site_key: z.string() }),
  z.object({ kind: z.literal('off') }),
]);
export type ChallengeKind = z.infer<typeof ChallengeKind>;

export const challengeRoutes = defineRoutes({
  create: {
    method: 'GET',
    path: '/api/challenge',
    summary: 'A fresh proof-of-work challenge of the ALTCHA protocol, for one kind of call',
    access: 'anyone',
    limit: 'challenge',
    query: z.object({ action: ChallengeAction }),
    /** ALTCHA's own shape, which its widget reads. */
    reply: z.looseObject({}),
    refusals: ['not-found', 'too-many'],
  },
});
