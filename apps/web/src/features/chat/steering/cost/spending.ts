import { answererOf, type ModelCatalogue, type ProviderName } from '../../../keys/index.ts';
import {
  everyMessage,
  type Message,
  messagesBefore,
  type Reply,
  type ThreadState,
} from '../../../thread/index.ts';
import { textTokens, tokensOf } from '../models/token-counts.ts';

type Usage = Pick<NonNullable<Message['usage']>, 'input' | 'output'>;

/** The usage of an answer, in tokens and money. */
export interface SpentTokens {
  input: number;
  output: number;
  /** Whether the provider did not count all of it: it was stopped, or broke off. */
  isEstimate: boolean;
  /** US dollars; null where no price is known. */
  usd: number | null;
  isMoneyEstimate: boolean;
}

/**
 * What one message used; null when it was not counted although it is complete.
 * @param before the messages before it; called only when usage must be estimated
 */
export function spentOn(
  message: Message,
  before: () => readonly Message[],
  catalogue: ModelCatalogue,
): SpentTokens | null {
  const { asked, usage } = message;
  if (!asked) return null;
  const missing = message.role === 'assistant' ? uncounted(message, before, catalogue) : null;
  if (!usage && !missing) return null;
  const model = usage?.isMixed ? null : catalogue.pricedModel(asked.provider, asked.model, asked.endpoint);
  // The price for long questions applies to a single long one, not to several that add up.
  const cost = usage && catalogue.costOfUsage(usage, model, message.at, (usage.last ?? usage).input);
  const more = missing && catalogue.costOfUsage(missing, model, message.at);
  const isRough = missing !== null || usage?.isPartial === true || message.error?.type === 'stopped';
  const isUnpriced = usage ? !cost : !more;
  return {
    input: (usage?.input ?? 0) + (missing?.input ?? 0),
    output: (usage?.output ?? 0) + (missing?.output ?? 0),
    isEstimate: isRough,
    usd: isUnpriced ? null : (cost?.usd ?? 0) + (more?.usd ?? 0),
    isMoneyEstimate: isRough || (cost?.isEstimate ?? false),
  };
}

/**
 * The uncounted part of a reply, estimated: most providers count at the end, so a reply that is stopped or breaks off
 * has no count. Each time it was continued, everything before it was sent and paid for once more.
 */
function uncounted(reply: Reply, before: () => readonly Message[], catalogue: ModelCatalogue): Usage | null {
  const { usage, error } = reply;
  if (usage && !usage.isPartial && error?.type !== 'stopped') return null;
  if (!usage && !wasCutOff(reply)) return null;
  const all = estimateUsage(reply, before, catalogue);
  return {
    input: !usage || usage.isPartial ? all.input : 0,
    output: Math.max(0, all.output - (usage?.output ?? 0)),
  };
}

function wasCutOff({ error, isGrowing }: Reply): boolean {
  if (isGrowing || !error) return false;
  return error.type === 'stopped' || error.type === 'failed' || error.type === 'ended';
}

function estimateUsage(reply: Reply, before: () => readonly Message[], catalogue: ModelCatalogue): Usage {
  const perUsual = reply.asked ? catalogue.tokenRatioOf(reply.asked.provider, reply.asked.model) : 1;
  const thought = reply.reasoning ? textTokens(reply.reasoning.value, catalogue) : 0;
  const input = before().reduce((sum, message) => sum + tokensOf(message, catalogue), 0);
  return {
    input: Math.round(input * perUsual),
    output: Math.round((tokensOf(reply, catalogue) + thought) * perUsual),
  };
}

/** What a chat used at one provider, or at one server that uses its format. */
export interface Bill extends SpentTokens {
  name: string;
  provider: ProviderName;
  endpoint: string;
  /** Answers whose price is not known. */
  unpriced: number;
}

/** Everything a chat has used so far, by provider or host, in the order they were first asked. */
export function billsOf(chat: Pick<ThreadState, 'messages' | 'forks'>, catalogue: ModelCatalogue): Bill[] {
  const bills = new Map<string, Bill>();
  for (const message of everyMessage(chat)) {
    const spent = spentOn(message, () => messagesBefore(chat, message), catalogue);
    if (!spent || !message.asked) continue;
    const { provider, endpoint } = message.asked;
    const name = answererOf(provider, endpoint);
    bills.set(name, added(bills.get(name) ?? { ...nothing, name, provider, endpoint }, spent));
  }
  return [...bills.values()];
}

const nothing = {
  input: 0,
  output: 0,
  isEstimate: false,
  usd: null,
  isMoneyEstimate: false,
  unpriced: 0,
};

const added = (bill: Bill, spent: SpentTokens): Bill => ({
  ...bill,
  input: bill.input + spent.input,
  output: bill.output + spent.output,
  isEstimate: bill.isEstimate || spent.isEstimate,
  usd: spent.usd === null ? bill.usd : (bill.usd ?? 0) + spent.usd,
  isMoneyEstimate: bill.isMoneyEstimate || spent.isMoneyEstimate,
  unpriced: bill.unpriced + (spent.usd === null ? 1 : 0),
});
