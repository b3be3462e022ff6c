import { countValues } from '@polylogue/sync';
import { z } from 'zod';

/**
 * The shape for at most so many keys and items, those within included. Counted first: a record looks at each of its keys
 * before it could say that there are too many.
 */
export const few = <Shape extends z.ZodType>(most: number, shape: Shape) =>
  z.preprocess((value, context) => {
    if (countValues(value, most) <= most) return value;
    context.addIssue({ code: 'custom', message: 'There is more in this than the server accepts' });
    return z.NEVER;
  }, shape);
