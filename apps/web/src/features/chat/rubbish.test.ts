import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shownMessage } from '../sync/rows/message-rows.ts';
import { readConversation, readMessage } from '../sync/rows/readable.ts';
import { shownConversation } from '../sync/store/store-reads.ts';
import { conversation, message, spoiled } from '../sync/testing/rubbish.ts';
import { openThread, transcript } from '../thread/index.ts';
import { errorWords } from '../thread/message-error.ts';
import { settingsOf } from './steering/settings/kept-settings.ts';
import { storedThread } from './storing/stored-thread.ts';

test('whatever a stored message holds, the conversation around it opens', () => {
  fc.assert(
    fc.property(spoiled(message, ['conversation_id', 'message_id']), (row) => {
      const read = readMessage(row);
      if (!read) return;
      const thread = openThread({
        answer: async function* () {},
        modelFor: () => null,
        clock: { now: () => 0, after: () => () => {} },
      });
      thread.open(storedThread([shownMessage(read)], { leaf: null, sentFrom: null, part: async () => null }));
      const { messages } = thread.read();
      expect(messages).toHaveLength(1);
      transcript(messages, () => 'Someone');
      for (const one of messages) expect(typeof (errorWords(one)?.text ?? '')).toBe('string');
    }),
  );
});

test('whatever a stored conversation holds, its settings can be read', () => {
  fc.assert(
    fc.property(spoiled(conversation, ['conversation_id']), (row) => {
      const read = readConversation(row);
      for (const [value] of Object.values(read ? shownConversation(read).fields : {})) settingsOf(value);
    }),
  );
});
