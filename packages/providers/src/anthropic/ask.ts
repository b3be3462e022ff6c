import { lazyList } from '../json-writing.ts';
import type { Part } from '../question.ts';
import type { Ask, Asked } from '../wire.ts';

const usualMaxTokens = 4096;
/** Where it thinks as long as it sees fit: that counts too. */
const thinkingMaxTokens = 16_000;

/** The body of a question to anthropic. */
export function ask(asked: Asked): Ask {
  const { model, turns, info, instructions, maxTokens, temperature } = asked;
  const { thinking, output_config } = thoughtsOf(asked);
  const isThinking = thinking !== undefined && thinking.type !== 'disabled';
  const leastMaxTokens = info?.leastMaxTokens ?? (info && output_config ? thinkingMaxTokens : 0);
  const body = {
    model,
    max_tokens: maxTokens ?? Math.max(usualMaxTokens + budgetOf(asked), leastMaxTokens),
    ...(instructions && { system: instructions }),
    messages: lazyList(turns, ({ role, parts }) => ({ role, content: contentOf(parts) })),
    stream: true,
    ...(thinking && { thinking }),
    ...(output_config && { output_config }),
    ...(temperature !== undefined && !isThinking && { temperature }),
  };
  return { body, spare };
}

interface Thoughts {
  thinking?: Readonly<Record<string, unknown>>;
  output_config?: { effort: string };
}

/** How long to think and whether to show it. What nobody wished for is not said. */
function thoughtsOf(asked: Asked): Thoughts {
  const { info, effort } = asked;
  if (effort === undefined) return info?.showThinking ? { thinking: info.showThinking } : {};
  if (effort === 'none') return { thinking: { type: 'disabled' } };
  if (!info?.budgets)
    return { thinking: { type: 'adaptive', display: 'summarized' }, output_config: { effort } };
  const budget_tokens = budgetOf(asked);
  return budget_tokens === 0 ? {} : { thinking: { type: 'enabled', budget_tokens } };
}

/** Tokens of thinking, for models that are told so. It must leave room for the answer; 1,024 is the least. */
function budgetOf({ info, effort, maxTokens }: Asked): number {
  const wished = (effort && info?.budgets?.[effort]) ?? 0;
  if (maxTokens === undefined) return wished;
  const room = Math.floor(maxTokens / 2);
  return room < 1024 ? 0 : Math.min(wished, room);
}

const spare: Ask['spare'] = [
  { named: /output_config|effort/, drop: ['output_config'] },
  { named: /thinking/, drop: ['thinking'] },
  { named: /temperature/, drop: ['temperature'] },
];

function contentOf(parts: Part[]) {
  const [first] = parts;
  return parts.length === 1 && first?.type === 'text' ? first.text : parts.map(blockOf);
}

function blockOf(part: Part) {
  if (part.type === 'text') return { type: 'text', text: part.text };
  const source = { type: 'base64', media_type: part.mediaType, data: part.data };
  return part.mediaType.startsWith('image/')
    ? { type: 'image', source }
    : { type: 'document', title: part.name, source };
}
