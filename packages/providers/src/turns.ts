import { anotherTask } from './another-task.ts';
import { type Failure, ownFailure } from './failure.ts';
import { canTake, isText, maxFileBytes, modelsOf } from './known-models.ts';
import type { Part, ProviderName, Question } from './question.ts';
import { retirementOf } from './retirement.ts';

type FilePart = Extract<Part, { type: 'file' }>;

/** What one side said until the other spoke again; its files are ones the model takes. */
export interface Turn {
  role: 'user' | 'assistant';
  parts: Part[];
}

/** Messages that are gone through before the page may have a turn. */
const atOnce = 1_000;

/** The conversation as every wire accepts it, or what the person has to do first. */
export async function turnsOf({ setting, messages }: Question): Promise<Turn[] | Failure> {
  const { type: provider, config } = setting;
  const turns: Turn[] = [];
  let fileBytes = 0;
  for (const [index, { role, parts }] of messages.entries()) {
    if (index % atOnce === atOnce - 1) await anotherTask();
    for (const part of parts) {
      const sayable = sayableOf(part, provider, config.model, index === messages.length - 1);
      if ('kind' in sayable) return sayable;
      if (sayable.type === 'file') fileBytes += sayable.data.length;
      else if (!/\S/.test(sayable.text)) continue;
      say(turns, role, sayable);
    }
  }
  if (turns.length === 0) return ownFailure('other', 'There is nothing to ask yet. Write a message first.');
  if (fileBytes > maxFileBytes[provider]) return tooManyBytes(fileBytes, provider);
  // Some wires insist that the person begins, and all newer models that the person has the last word.
  if (turns[0]?.role === 'assistant') turns.unshift({ role: 'user', parts: [{ type: 'text', text: '…' }] });
  if (turns.at(-1)?.role === 'assistant') say(turns, 'user', { type: 'text', text: goOn });
  return turns;
}

const goOn = 'Continue exactly where you stopped, without repeating anything.';

/** Adds to the last turn when the same side speaks on; texts that meet become one. */
function say(turns: Turn[], role: Turn['role'], part: Part) {
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

/** Text files become text. A file the model cannot take is refused when new, and only mentioned when old. */
function sayableOf(part: Part, provider: ProviderName, model: string, isNewest: boolean): Part | Failure {
  if (part.type === 'text') return part;
  if (isText(part.mediaType)) return textOf(part);
  if (canTake(provider, model, part.mediaType)) return part;
  if (isNewest) return cannotTake(part, provider, model);
  return { type: 'text', text: `[The file "${part.name}" was left out: this model cannot read it.]` };
}

function textOf({ name, data }: FilePart): Part | Failure {
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
  const other = modelsOf(provider).find(
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
    `The files of this conversation are ${mega(bytes)} MB, and ${provider} takes ${mega(maxFileBytes[provider])} MB in one question. Start a new chat or attach smaller files.`,
  );
}
