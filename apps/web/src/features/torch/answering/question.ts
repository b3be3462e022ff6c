import { type ContextPart, fileLine, type QuestionContext } from '@polylogue/sync/turns';
import type { ChatQuestion, QuestionMessage, QuestionPart } from '../../keys/index.ts';

/**
 * What a provider is asked for a turn: the context, and nothing else.
 * @param data of files, by their id (base64); a line stands for a file without any
 */
export function questionOf(
  { instructions, messages }: QuestionContext,
  data: ReadonlyMap<string, string>,
): Pick<ChatQuestion, 'instructions' | 'messages'> {
  return {
    instructions,
    messages: messages.map(
      ({ role, parts }): QuestionMessage => ({ role, parts: parts.map((part) => partOf(part, data)) }),
    ),
  };
}

function partOf(part: ContextPart, data: ReadonlyMap<string, string>): QuestionPart {
  if (part.type === 'text') return part;
  const { file_id, name, media_type } = part.file;
  const content = data.get(file_id);
  // Its tokens are fewer than those that were reserved for the file.
  if (content === undefined) return { type: 'text', text: fileLine(name, true) };
  return { type: 'file', name, mediaType: media_type, data: content };
}
