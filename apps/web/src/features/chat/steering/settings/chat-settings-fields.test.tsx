import { ConversationChange } from '@polylogue/contract';
import { newId, syncLimits } from '@polylogue/sync';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { InstructionsField } from './chat-settings-fields.tsx';
import { noChatSettings } from './chat-settings-store.ts';
import { storedSettings } from './kept-settings.ts';

test('a system prompt that the dialog takes is one that the account takes [COST-14]', () => {
  const isTaken = (length: number) => {
    const field = <InstructionsField value={'x'.repeat(length)} onChange={() => {}} />;
    return !renderToStaticMarkup(field).includes('Shorten it to');
  };
  const isStored = (length: number) =>
    ConversationChange.safeParse({
      conversation_id: newId(),
      created_at: 1,
      fields: { settings: [storedSettings({ ...noChatSettings, instructions: 'x'.repeat(length) }), 1] },
    }).success;
  for (const length of [0, syncLimits.instructionsLength, syncLimits.instructionsLength + 1, 100_000])
    expect([length, isTaken(length)]).toEqual([length, isStored(length)]);
});
