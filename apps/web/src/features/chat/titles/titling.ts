import { cutText, fieldValue } from '@polylogue/sync';
import type { Answer, ChatQuestion, ProviderName, Usage } from '../../keys/index.ts';
import type { ConversationStore } from '../../sync/index.ts';
import { usageRecord } from '../storing/usage-record.ts';
import { questionTokens, type TitleModel } from './title-model.ts';

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

const titleInstructions =
  'Write a title for a conversation that begins with the message of the user: at most six words, in the language of the message, without quotation marks, without a period at the end. Do not answer the message. Reply with the title alone.';

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

/** The beginning of a text, in at most so many tokens. */
export function beginning(text: string, tokens: number, count: (text: string) => number): string {
  // A token has at least a letter.
  let [most, least] = [Math.min(text.length, tokens * 8), 0];
  if (count(text.slice(0, most)) <= tokens) return cutText(text, most);
  while (most - least > 1) {
    const middle = (most + least) >> 1;
    if (count(text.slice(0, middle)) <= tokens) least = middle;
    else most = middle;
  }
  return cutText(text, least);
}

/** The title in what a model answered: its first line, without what it puts around it. Empty: there is none. */
export function titleIn(answer: string): string {
  const lines = answer.slice(0, 2_000).split('\n');
  const line = lines.map(bare).find((one) => one !== '') ?? '';
  const named = /^(title|titel|titre|título|titolo):/i.exec(line);
  return bare(line.slice(named?.[0].length ?? 0));
}

/** What models put around a title: quotation marks, Markdown, a period. */
const around = new Set(' \t\r#*_`"\'“”„«»「」『』');

function bare(line: string): string {
  let [from, to] = [0, line.length];
  while (from < to && around.has(line[from] ?? '')) from += 1;
  while (to > from && (around.has(line[to - 1] ?? '') || /[.。]/.test(line[to - 1] ?? ''))) to -= 1;
  return line.slice(from, to);
}
