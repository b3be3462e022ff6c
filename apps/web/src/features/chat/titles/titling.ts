import { fieldValue } from '@polylogue/sync';
import type { Answer, ChatQuestion, ProviderName, Usage } from '../../keys/index.ts';
import type { ConversationStore } from '../../sync/index.ts';
import { usageRecord } from '../storing/usage-record.ts';
import { questionTokens, type TitleModel } from './title-model.ts';
import { beginning, titleIn, titleInstructions } from './title-text.ts';

/** The first question of a conversation, and who answered it. */
export interface FirstAnswer {
  conversation_id: string;
  /** Of the answer. */
  message_id: string;
  question: string;
  asked: { provider: ProviderName; model: string; endpoint: string };
}

export interface TitlingNeeds {
  store(): Promise<ConversationStore>;
  /** The title of a conversation without a model. */
  titleOf(text: string): string;
  /** Which model of the same saved connection is asked; null: none. */
  choose(asked: FirstAnswer['asked']): Promise<(TitleModel & { origin: string }) | null>;
  countTokens(text: string): number;
  answer(question: ChatQuestion, signal: AbortSignal): Answer;
  /** Millionths of a US dollar; null where no price is known. */
  priceOf(
    question: { asked: FirstAnswer['asked']; at: number },
    usage: Usage,
  ): number | null | Promise<number | null>;
  now(): number;
}

/** How long a title may take (milliseconds). */
const patience = 60_000;

/**
 * Asks a cheap model of the same connection for a title, unless the person has written one. Whatever fails, the first
 * line stays, and nobody is told.
 */
export async function giveTitle(needs: TitlingNeeds, first: FirstAnswer): Promise<void> {
  const { conversation_id, question } = first;
  const store = await needs.store();
  const before = await store.conversation(conversation_id);
  const given = before && fieldValue(before.fields, 'title');
  const isFirstLine = given === needs.titleOf(question);
  if (!before || !isFirstLine || fieldValue(before.fields, 'titled_by_hand')) return;
  const chosen = await needs.choose(first.asked);
  if (!chosen) return;
  const { words, usage } = await ask(needs, first, chosen);
  if (usage) {
    const asked = { ...first.asked, model: chosen.model };
    const at = needs.now();
    const price = await needs.priceOf({ asked, at }, usage);
    const record = usageRecord({ id: first.message_id, asked }, usage, { conversation_id, at, price });
    await store.addUsage({ ...record, purpose: 'title' });
  }
  const title = needs.titleOf(titleIn(words));
  if (title === '') return;
  await store.changeFields([conversation_id], ({ fields }) => {
    const [value, at = 0] = fields.title ?? [];
    // Written just after the first line: what a person writes, on any device, is later.
    return value === given && !fieldValue(fields, 'titled_by_hand') ? { title: [title, at + 1] } : {};
  });
}

async function ask(
  { answer, countTokens }: TitlingNeeds,
  { question, asked }: FirstAnswer,
  { model, origin, maxTokens }: TitleModel & { origin: string },
): Promise<{ words: string; usage: Usage | null }> {
  const text = beginning(question, questionTokens, countTokens);
  let words = '';
  let usage: Usage | null = null;
  let isWhole = false;
  const events = answer(
    {
      messages: [{ role: 'user', parts: [{ type: 'text', text }] }],
      instructions: titleInstructions,
      maxTokens,
      isLimitStrict: true,
      effort: 'none',
      choice: { provider: asked.provider, origin, model },
    },
    AbortSignal.timeout(patience),
  );
  for await (const event of events) {
    if (event.type === 'text') words += event.text;
    else if (event.type === 'usage') usage = event.usage;
    else if (event.type === 'ended') isWhole = event.because === 'done';
  }
  // Half a title is none.
  return { words: isWhole ? words : '', usage };
}
