import type { Message, Reply } from '../../../thread/index.ts';

const asked = { provider: 'openai', model: 'gpt-6-luna', endpoint: 'https://api.openai.com/v1' } as const;
let count = 0;

const commonFields = () => ({
  id: `test-${++count}`,
  at: Date.parse('2026-11-21T12:00:00Z'),
  timestamp: '',
  fullTimestamp: '',
  asked,
  error: null,
  usage: null,
});

export const question = (content: string, more: Partial<Message> = {}) =>
  ({ ...commonFields(), role: 'user', content, attachments: [], ...more }) as Message;

/** A reply with what counting needs: a finished text. */
export const reply = (text: string, more: Partial<Reply> = {}) =>
  ({
    ...commonFields(),
    role: 'assistant',
    choice: null,
    usual: null,
    text: { value: text, length: text.length },
    rest: [],
    isTooLong: false,
    reasoning: null,
    thinkingSince: null,
    thoughtFor: null,
    arrived: null,
    isGrowing: false,
    ...more,
  }) as Reply;
