import { lazyList } from '../json-writing.ts';
import type { QuestionPart } from '../question.ts';
import type { PreparedRequest, ProviderRequest } from '../wire.ts';

const usualMaxTokens = 4096;
/** Where the model decides how long to think: that counts too. */
const thinkingMaxTokens = 16_000;

/** The body of a question to anthropic. */
export function ask(request: ProviderRequest): PreparedRequest {
  const { model, turns, info, instructions, maxTokens, temperature } = request;
  const { thinking, output_config } = thoughtsOf(request);
  const isThinking = thinking !== undefined && thinking.type !== 'disabled';
  const decides = info ? output_config !== undefined : isNewClaude(request);
  const leastMaxTokens = info?.leastMaxTokens ?? (decides ? thinkingMaxTokens : 0);
  const body = {
    model,
    max_tokens: maxTokens ?? Math.max(usualMaxTokens + budgetOf(request), leastMaxTokens),
    ...(instructions && { system: instructions }),
    messages: lazyList(turns, ({ role, parts }) => ({ role, content: contentOf(parts) })),
    stream: true,
    ...(thinking && { thinking }),
    ...(output_config && { output_config }),
    ...(temperature !== undefined && !isThinking && { temperature }),
  };
  return { body, droppable: droppable };
}

/** Newer than our table: such a model thinks before it answers, and hides what unless it is asked to show it. */
const isNewClaude = ({ info, model }: ProviderRequest) => !info && /^claude-(?!2|3|instant)/.test(model);

const adaptive = { type: 'adaptive', display: 'summarized' };

interface Thoughts {
  thinking?: Readonly<Record<string, unknown>>;
  output_config?: { effort: string };
}

/** How long to think and whether to show it. What was not requested is left out. */
function thoughtsOf(request: ProviderRequest): Thoughts {
  const { info, effort, temperature = 1 } = request;
  if (effort === undefined) {
    // Thinking that nobody asked for must not cost the temperature that somebody has set: they are refused together.
    const shown = isNewClaude(request) ? temperature === 1 && adaptive : info?.showThinking;
    return shown ? { thinking: shown } : {};
  }
  if (effort === 'none') return { thinking: { type: 'disabled' } };
  if (!info?.budgets) return { thinking: adaptive, output_config: { effort } };
  const budget_tokens = budgetOf(request);
  return budget_tokens === 0 ? {} : { thinking: { type: 'enabled', budget_tokens } };
}

/** Tokens of thinking, for models that take a budget. It must leave room for the answer; 1,024 is the least. */
function budgetOf({ info, effort, maxTokens }: ProviderRequest): number {
  const wanted = (effort && info?.budgets?.[effort]) ?? 0;
  if (maxTokens === undefined) return wanted;
  const room = Math.floor(maxTokens / 2);
  return room < 1024 ? 0 : Math.min(wanted, room);
}

const droppable: PreparedRequest['droppable'] = [
  { pattern: /output_config|effort/, drop: ['output_config'] },
  { pattern: /thinking/, drop: ['thinking'] },
  { pattern: /temperature/, drop: ['temperature'] },
];

function contentOf(parts: QuestionPart[]) {
  const [first] = parts;
  return parts.length === 1 && first?.type === 'text' ? first.text : parts.map(blockOf);
}

function blockOf(part: QuestionPart) {
  if (part.type === 'text') return { type: 'text', text: part.text };
  const source = { type: 'base64', media_type: part.mediaType, data: part.data };
  return part.mediaType.startsWith('image/')
    ? { type: 'image', source }
    : { type: 'document', title: part.name, source };
}
