import type { ChatQuestion, knownModels } from '../../keys/index.ts';

type ModelInfo = ReturnType<Awaited<ReturnType<typeof knownModels>>['modelInfo']>;

/** Tokens of the longest summary, and of one that a model has to think about first. */
const longest = 2_000;
const longestWithThinking = 8_000;

/** How long a summary may be, thinking included, and how much a model thinks that thinks anyway. */
export function summaryOptions(
  info: ModelInfo,
): Required<Pick<ChatQuestion, 'maxTokens'>> & Pick<ChatQuestion, 'effort'> {
  if (!info?.reasoning || info.efforts?.usual === 'none') return { maxTokens: longest };
  return { maxTokens: info.leastMaxTokens ?? longestWithThinking, effort: 'low' };
}
