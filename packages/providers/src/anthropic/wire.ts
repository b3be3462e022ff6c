import type { Wire } from '../wire.ts';
import { ask } from './ask.ts';
import { list } from './list.ts';
import { read } from './read.ts';

export const anthropic: Wire = {
  hasReasoningInText: false,
  headers: (key) => ({
    ...(key !== null && { 'x-api-key': key }),
    'anthropic-version': '2023-06-01',
    // Without it the response has no CORS headers and the page cannot read it.
    'anthropic-dangerous-direct-browser-access': 'true',
  }),
  ask,
  read,
  list,
};
