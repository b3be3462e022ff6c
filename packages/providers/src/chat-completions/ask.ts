import { lazyList } from '../json-writing.ts';
import type { QuestionPart } from '../question.ts';
import type { PreparedRequest, ProviderRequest } from '../wire.ts';
import type { ChatDialect } from './dialect.ts';

/** The body of a chat-completions question. */
export function ask(request: ProviderRequest, dialect: ChatDialect): PreparedRequest {
  const { model, turns, instructions, maxTokens, temperature, effort, isLimitStrict } = request;
  const detail = isLimitStrict ? dialect.boundedDetail : null;
  const instructed = instructions ? [{ role: dialect.instructor, parts: [textPart(instructions)] }] : [];
  const body = {
    model,
    messages: lazyList([...instructed, ...turns], ({ role, parts }) => ({
      role,
      content: contentOf(parts, detail),
    })),
    stream: true,
    stream_options: { include_usage: true },
    ...(maxTokens !== undefined && { [dialect.maxTokens]: maxTokens }),
    ...(temperature !== undefined && { temperature }),
    ...(effort !== undefined && dialect.effort(effort)),
  };
  return { body, droppable: droppable, renames: renames };
}

const renames: NonNullable<PreparedRequest['renames']> = [
  { pattern: /max_completion_tokens\W{0,3} instead/, from: 'max_tokens', to: 'max_completion_tokens' },
  // Under this name some count only the text, not the thinking.
  {
    pattern: /max_tokens\W{0,3} instead/,
    from: 'max_completion_tokens',
    to: 'max_tokens',
    loosensLimit: true,
  },
];

const droppable: PreparedRequest['droppable'] = [
  { pattern: /stream_options|include_usage/, drop: ['stream_options'] },
  {
    pattern: /"param"\s*:\s*"stream"|stream(ing)? (is )?(not|un)\s?supported|not support stream/i,
    drop: ['stream', 'stream_options'],
  },
  { pattern: /temperature/, drop: ['temperature'] },
  // `reasoning_effort`, or `reasoningEffort` as xAI writes it.
  { pattern: /reasoning_?effort/i, drop: ['reasoning_effort'] },
  { pattern: /\bthinking\b/, drop: ['thinking', 'reasoning_effort'] },
  { pattern: /max_(completion_)?tokens/, drop: ['max_tokens', 'max_completion_tokens'], loosensLimit: true },
];

const textPart = (text: string): QuestionPart => ({ type: 'text', text });

/** Plain text as a string, which every server understands; parts only if there is a file. */
function contentOf(parts: QuestionPart[], detail: string | null) {
  const [first] = parts;
  return parts.length === 1 && first?.type === 'text'
    ? first.text
    : parts.map((part) => partOf(part, detail));
}

function partOf(part: QuestionPart, detail: string | null) {
  if (part.type === 'text') return { type: 'text', text: part.text };
  const url = `data:${part.mediaType};base64,${part.data}`;
  return part.mediaType.startsWith('image/')
    ? { type: 'image_url', image_url: { url, ...(detail && { detail }) } }
    : { type: 'file', file: { filename: part.name, file_data: url } };
}
