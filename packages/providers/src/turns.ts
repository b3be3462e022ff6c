import { type Failure, ownFailure } from './failure.ts';
import { canTake, isTextType, knownModelsOf, maxFileBytes } from './known-models.ts';
import type { ProviderName, Question, QuestionPart } from './question.ts';
import { retirementOf } from './retirement.ts';
import { yieldToEventLoop } from './yield-to-event-loop.ts';

type FilePart = Extract<QuestionPart, { type: 'file' }>;

/** All consecutive messages of one side, merged; the model accepts its files. */
export interface ChatTurn {
  role: 'user' | 'assistant';
  parts: QuestionPart[];
}

/** Messages processed before the page gets to handle its events. */
const atOnce = 1_000;

/** The conversation as every wire accepts it, or what the user has to do first. */
export async function turnsOf({ setting, messages }: Question): Promise<ChatTurn[] | Failure> {
  const { type: provider, config } = setting;
  const turns: ChatTurn[] = [];
  let fileBytes = 0;
  for (const [index, { role, parts }] of messages.entries()) {
    if (index % atOnce === atOnce - 1) await yieldToEventLoop();
    for (const part of parts) {
      const supported = supportedPart(part, provider, config.model, index === messages.length - 1);
      if ('kind' in supported) return supported;
      if (supported.type === 'file') fileBytes += supported.data.length;
      else if (!/\S/.test(supported.text)) continue;
      append(turns, role, supported);
    }
  }
  if (turns.length === 0) return ownFailure('other', 'There is nothing to ask yet. Write a message first.');
  if (fileBytes > maxFileBytes[provider]) return tooManyBytes(fileBytes, provider);
  // Some wires require the user to begin, and all newer models require the user to have the last word.
  if (turns[0]?.role === 'assistant') turns.unshift({ role: 'user', parts: [{ type: 'text', text: '…' }] });
  if (turns.at(-1)?.role === 'assistant') append(turns, 'user', { type: 'text', text: continuePrompt });
  return turns;
}

const continuePrompt = 'Continue exactly where you stopped, without repeating anything.';

/** Adds to the last turn if it is of the same side; adjacent texts are joined. */
function append(turns: ChatTurn[], role: ChatTurn['role'], part: QuestionPart) {
  const turn = turns.at(-1);
  if (turn?.role !== role) {
    turns.push({ role, parts: [part] });
    return;
  }
  const last = turn.parts.at(-1);
  if (last?.type === 'text' && part.type === 'text')
    turn.parts[turn.parts.length - 1] = { type: 'text', text: `${last.text}\n\n${part.text}` };
  else turn.parts.push(part);
}

/** The same turns with the instructions in front, for a model that has no other place for them. */
export function withInstructions([first, ...rest]: ChatTurn[], instructions: string): ChatTurn[] {
  const turns: ChatTurn[] = [];
  for (const part of [{ type: 'text' as const, text: instructions }, ...(first?.parts ?? [])])
    append(turns, 'user', part);
  return [...turns, ...rest];
}

/** Text files become text. A file the model cannot take is refused when new, and only mentioned when old. */
function supportedPart(
  part: QuestionPart,
  provider: ProviderName,
  model: string,
  isNewest: boolean,
): QuestionPart | Failure {
  if (part.type === 'text') return part;
  if (isTextType(part.mediaType)) return textOf(part);
  if (canTake(provider, model, part.mediaType)) return part;
  if (isNewest) return cannotTake(part, provider, model);
  return { type: 'text', text: `[The file "${part.name}" was left out: this model cannot read it.]` };
}

function textOf({ name, data }: FilePart): QuestionPart | Failure {
  const text = decoded(data);
  if (text === null) return ownFailure('other', `${name} could not be read. Remove it and attach it again.`);
  return { type: 'text', text: `<file name=${JSON.stringify(name)}>\n${text}\n</file>` };
}

function decoded(base64: string): string | null {
  try {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const isWide = bytes[0] === 0xff && bytes[1] === 0xfe; // as Windows editors write "Unicode"
    return new TextDecoder(isWide ? 'utf-16le' : 'utf-8').decode(bytes);
  } catch {
    return null;
  }
}

function cannotTake({ name, mediaType }: FilePart, provider: ProviderName, model: string): Failure {
  const other = knownModelsOf(provider).find(
    ({ id }) => canTake(provider, id, mediaType) && !retirementOf(provider, id),
  );
  const notOther = mediaType.startsWith('image/') ? 'send it as PNG or JPEG' : 'ask another provider';
  const advice = other ? `choose a model that can, such as ${other.id}` : notOther;
  return ownFailure('other', `${model} cannot read ${name} (${mediaType}). Remove the file, or ${advice}.`);
}

function tooManyBytes(bytes: number, provider: ProviderName): Failure {
  const mega = (count: number) => Math.ceil(count / 1_000_000);
  return ownFailure(
    'other',
    `The files in this conversation are ${mega(bytes)} MB, but ${provider} accepts ${mega(maxFileBytes[provider])} MB in one question. Start a new conversation or attach smaller files.`,
  );
}
