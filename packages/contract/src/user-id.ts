import { z } from 'zod';

export const UserId = z
  .string()
  .max(64, { abort: true })
  .regex(/^[\w-]{1,64}$/);
export type UserId = z.infer<typeof UserId>;

/** An instant as it crosses the wire: ISO 8601, UTC. */
export const Instant = z.iso.datetime();
