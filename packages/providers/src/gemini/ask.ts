import type { Effort } from '../effort.ts';
import { lazyList } from '../json-writing.ts';
import type { QuestionPart } from '../question.ts';
import type { PreparedRequest, ProviderRequest } from '../wire.ts';

/** The body of a request to gemini; the model is in the address. */
export function ask(request: ProviderRequest): PreparedRequest {
  const { turns, info, instructions, maxTokens, temperature, effort, continuation } = request;
  const generationConfig = {
    ...(maxTokens !== undefined && { maxOutputTokens: maxTokens }),
    ...(temperature !== undefined && { temperature }),
  };
  const thinkingConfig = effort === undefined ? info?.showThinking : thinkingOf(effort, request);
  const config = { ...generationConfig, ...(thinkingConfig && { thinkingConfig }) };
  const body = {
    ...(instructions && { systemInstruction: { parts: [{ text: instructions }] } }),
    contents: lazyList(turns, ({ role, parts }) => ({ role: roles[role], parts: parts.map(partOf) })),
    ...(Object.keys(config).length > 0 && { generationConfig: config }),
    ...(continuation && { continuationToken: continuation }),
  };
  return { body, droppable: droppable };
}

/** The lowest budget that every model accepts. */
const leastBudget = 512;

function thinkingOf(effort: Effort, { info, maxTokens = Number.POSITIVE_INFINITY }: ProviderRequest) {
  const budget = info?.budgets?.[effort] ?? (effort === 'none' ? 0 : undefined);
  // Without thinking there are no thoughts to include, and requesting them is refused.
  if (budget === 0) return { thinkingBudget: 0 };
  if (budget === undefined) return { thinkingLevel: effort, includeThoughts: true };
  // Half of the limit is left for the text.
  const most = Math.max(leastBudget, Math.floor(maxTokens / 2));
  return { thinkingBudget: Math.min(budget, most), includeThoughts: true };
}

const roles = { user: 'user', assistant: 'model' } as const;

const droppable: PreparedRequest['droppable'] = [
  { pattern: /thinking|include_?thoughts/i, drop: ['generationConfig.thinkingConfig'] },
  { pattern: /max_?output_?tokens/i, drop: ['generationConfig.maxOutputTokens'], loosensLimit: true },
  { pattern: /temperature/i, drop: ['generationConfig.temperature'] },
];

const partOf = (part: QuestionPart) =>
  part.type === 'text' ? { text: part.text } : { inlineData: { mimeType: part.mediaType, data: part.data } };
