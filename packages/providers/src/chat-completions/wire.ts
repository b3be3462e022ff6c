import type { Wire } from '../wire.ts';
import { ask } from './ask.ts';
import type { ChatDialect } from './dialect.ts';
import { list } from './list.ts';
import { read } from './read.ts';

/** openai's wire, also used by deepseek, grok and most self-hosted servers. */
export const chatCompletions = (dialect: ChatDialect): Wire => ({
  hasReasoningInText: false,
  headers: (key) => (key === null ? {} : { authorization: `Bearer ${key}` }),
  ask: (request) => ask(request, dialect),
  read: (message) => read(message, dialect),
  list: (page) => list(page, dialect),
});
