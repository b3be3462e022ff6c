import { lazy } from '../../../../lib/lazy/lazy.ts';
import { counting } from '../../../keys/index.ts';

/** What is known about models: what they take, hold and cost. Nothing on the first screen needs it. */
export type ModelCatalogue = Awaited<ReturnType<typeof counting>>;

export const catalogue = lazy(counting);
