import type { Part } from '../question.ts';
import type { Ask, Asked } from '../wire.ts';

/** The body of a question to gemini; the model stands in the address. */
export function ask({ turns, info, instructions, maxTokens, temperature, continuation }: Asked): Ask {
  const generationConfig = {
    ...(maxTokens !== undefined && { maxOutputTokens: maxTokens }),
    ...(temperature !== undefined && (info?.acceptsTemperature ?? true) && { temperature }),
  };
  const thinkingConfig = info?.showThinking;
  const config = { ...generationConfig, ...(thinkingConfig && { thinkingConfig }) };
  const body = {
    ...(instructions && { systemInstruction: { parts: [{ text: instructions }] } }),
    contents: turns.map(({ role, parts }) => ({ role: roles[role], parts: parts.map(partOf) })),
    ...(Object.keys(config).length > 0 && { generationConfig: config }),
    ...(continuation && { continuationToken: continuation }),
  };
  return { body, spare };
}

const roles = { user: 'user', assistant: 'model' } as const;

const spare: Ask['spare'] = [
  { named: /thinking|include_?thoughts/i, drop: ['generationConfig.thinkingConfig'] },
  { named: /temperature/i, drop: ['generationConfig.temperature'] },
];

const partOf = (part: Part) =>
  part.type === 'text' ? { text: part.text } : { inlineData: { mimeType: part.mediaType, data: part.data } };
