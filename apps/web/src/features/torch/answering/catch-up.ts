import { sortReply } from '@polylogue/sync/reasoning';
import { context, tokenBudgetFor } from '@polylogue/sync/turns';
import { serverNow } from '../../../api/index.ts';
import { storage } from '../../../lib/state/storage.ts';
import { answer, choiceOf, failureSentence, knownModels, savedProviders } from '../../keys/index.ts';
import { nameOf } from '../../person/index.ts';
import { usedUp, usedUpEntry } from '../../usage/used-up/index.ts';
import { connectionFor } from '../lends/own-connections.ts';
import { tokenCounterFor } from '../models/model-terms.ts';
import { missedRows } from './missed-rows.ts';
import { afterEvent, noOutcome } from './outcome.ts';
import { questionOf } from './question.ts';
import { recordOrNote } from './record-spent.ts';
import { summaryEnding } from './summary-ending.ts';
import { summaryOptions } from './summary-options.ts';
import { summaryUsage } from './turn-usage.ts';
import { torchOf } from './wiring.ts';

interface CatchUpNeeds {
  me: string;
  space_id: string;
  /** The number of the last message before the reader was away; it and earlier ones are not sent. */
  after: number;
  /** The number of the last message. */
  until: number;
  /** There was room for no more than the last so many messages of what is meant. */
  onCut(messages: number): void;
  onText(more: string): void;
  /** Called at the end if some of the text was reasoning, with the rest of it. */
  onSorted(text: string): void;
  signal: AbortSignal;
}

const questionId = 'catch-up';
const instruction =
  'I was away. Summarise for me what was written above, in a few sentences: what was decided, what is still open, and what was asked of me.';
const unlimited = { usd: Number.POSITIVE_INFINITY, tokens: Number.POSITIVE_INFINITY };

/**
 * Has the reader's own provider summarize a space, with their own key: no one else sees the question or the answer.
 * Returns what went wrong, as a sentence; null: nothing.
 */
export async function catchUp({
  me,
  space_id,
  after,
  until,
  onCut,
  onText,
  onSorted,
  signal,
}: CatchUpNeeds): Promise<string | null> {
  const connection = connectionFor();
  if (!connection || savedProviders().length === 0) return 'Connect a model first.';
  const prevented = usedUp(storage.read(usedUpEntry), Date.now());
  if (prevented) return `${prevented.title}: ${prevented.text}.`;
  const reading = await torchOf(me).read(space_id, until);
  const { own, people, blocked } = reading;
  const [counter, known] = await Promise.all([tokenCounterFor(connection, false), knownModels()]);
  const { maxTokens, effort } = summaryOptions(known.modelInfo(connection.provider, connection.model));
  const budget = tokenBudgetFor(unlimited, counter, maxTokens);
  const { rows, isCut } = missedRows(reading, after, until);
  const request = {
    message_id: questionId,
    number: until + 1,
    kind: 'post' as const,
    by_id: me,
    body: instruction,
    reply_to: null,
    is_off_record: false,
    deleted_at: null,
    files: [],
  };
  const { name, ai_name, ai_instructions } = own.space;
  const space = {
    ...{ name, ai_name, ai_instructions },
    nameOf(userId: string) {
      const person = people.get(userId);
      return person ? nameOf(person) : null;
    },
  };
  const { tokensOf, fileTokensOf } = counter;
  // Pictures and documents are named, not sent: only text is summarized.
  const holder = { tokenBudget: budget?.input ?? 0, tokensOf, fileTokensOf, accepts: () => false, blocked };
  const question = context(space, [...rows, request], questionId, holder);
  // The request itself is one of them.
  const covered = question ? question.used.length - 1 : 0;
  const isWhole = !isCut && question?.omitted === 0;
  if (!question || !budget || (covered === 0 && !isWhole))
    return 'This model has no room for these messages.';
  if (!isWhole) onCut(covered);
  let text = '';
  let outcome = noOutcome;
  let problem: string | null = null;
  const asked = {
    ...questionOf(question, new Map()),
    maxTokens: budget.output,
    ...(effort && { effort }),
    choice: choiceOf(connection),
  };
  for await (const event of answer(asked, signal)) {
    outcome = afterEvent(outcome, event);
    if (event.type === 'text') {
      text += event.text;
      onText(event.text);
    } else if (event.type === 'failed') {
      const { cause, hint } = failureSentence(event.failure, connection.provider, connection.endpoint);
      problem = hint ? `${cause} ${hint}` : cause;
    }
  }
  const took = { ...outcome, input: question.input, text };
  const record = summaryUsage(space_id, connection, counter, took, serverNow());
  if (record) void recordOrNote(me, record);
  const { text: summary } = sortReply(text);
  if (summary !== text) onSorted(summary);
  return problem ?? summaryEnding(outcome.last, summary.trim() !== '');
}
