import type { Wire } from '../wire.ts';
import { ask } from './ask.ts';
import { list } from './list.ts';
import { read } from './read.ts';

export const gemini: Wire = {
  hasReasoningInText: false,
  // Google's CORS list admits content-type and this one: any further header fails the preflight.
  headers: (key) => (key === null ? {} : { 'x-goog-api-key': key }),
  ask,
  read,
  list,
};
