import { z } from 'zod';

/** What a solved challenge is good for: one call of this kind, once, within five minutes. */
export const ChallengeAction = z.enum(['signin', 'signup', 'forgot-password', 'reset-password', 'verify']);
export type ChallengeAction = z.infer<typeof ChallengeAction>;
