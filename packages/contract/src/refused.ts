import { z } from 'zod';
import { type Refusal, refusals } from './error.ts';

/** The body of every refusal: a sentence for the person, a code for the program, an id for the operator. */
export const Refused = z.object({
  message: z.string(),
  error: z.enum(Object.keys(refusals) as [Refusal, ...Refusal[]]),
  request_id: z.string(),
});
export type Refused = z.infer<typeof Refused>;
