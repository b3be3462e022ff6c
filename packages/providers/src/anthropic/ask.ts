import type { Part } from '../question.ts';
import type { Ask, Asked } from '../wire.ts';

const usualMaxTokens = 4096;

/** The body of a question to anthropic. */
export function ask({ model, turns, info, instructions, maxTokens, temperature }: Asked): Ask {
  const thinking = info?.showThinking;
  const isWarm = temperature !== undefined && !thinking && (info?.acceptsTemperature ?? true);
  const body = {
    model,
    max_tokens: maxTokens ?? Math.max(usualMaxTokens, info?.leastMaxTokens ?? 0),
    ...(instructions && { system: instructions }),
    messages: turns.map(({ role, parts }) => ({ role, content: contentOf(parts) })),
    stream: true,
    ...(thinking && { thinking }),
    ...(isWarm && { temperature }),
  };
  return { body, spare };
}

const spare: Ask['spare'] = [
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
