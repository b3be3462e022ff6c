import type { Context, ContextFile, ContextPart } from '@polylogue/sync/turns';
import type { ChatQuestion, Part, QuestionMessage } from '../keys/index.ts';

/** What a provider is asked for a turn: the context, and nothing else. @param data of files, by their id (base64) */
export function questionOf(
  { instructions, messages }: Context,
  data: ReadonlyMap<string, string>,
): Pick<ChatQuestion, 'instructions' | 'messages'> {
  return {
    instructions,
    messages: messages.map(
      ({ role, parts }): QuestionMessage => ({ role, parts: parts.map((part) => partOf(part, data)) }),
    ),
  };
}

function partOf(part: ContextPart, data: ReadonlyMap<string, string>): Part {
  return part.type === 'text' ? part : filePart(part.file, data);
}

const filePart = ({ file_id, name, media_type }: ContextFile, data: ReadonlyMap<string, string>): Part => ({
  type: 'file',
  name,
  mediaType: media_type,
  data: data.get(file_id) ?? '',
});
