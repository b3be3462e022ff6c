import { type Asked, lastUserText } from './asked.ts';
import { content, tokenLength } from './content.ts';
import { kindOf, type Wishes, wishes } from './directive.ts';
import {
  hostileMarkdown,
  leaked,
  reasoningText,
  refusalText,
  type Speaker,
  spoken,
  welcome,
} from './prose.ts';
import { continueWord } from './vocabulary.ts';

/** What a provider is going to say, before any wire writes it down. */
export interface Reply {
  id: string;
  model: string;
  /** Unix seconds. */
  created: number;
  /** Reasoning to show; empty when none is. */
  reasoning: string;
  text: string;
  /** Set when the provider refuses outright: its own words, where its wire has a place for them. */
  refusal: string;
  ending: Ending;
  /** `output` is the text alone; each wire adds reasoning the way its provider counts. */
  usage: { input: number; output: number; reasoning: number };
  /** UTF-16 units in a streamed piece. */
  pieceLength: number;
}

type Ending =
  | { type: 'finished'; because: 'stop' | 'length' | 'refused'; raw: string | null }
  | { type: 'error' }
  | { type: 'cut'; where: 'token' | 'utf8' | 'event'; clean: boolean };

const tokensIn = (text: string) => Math.ceil(text.length / tokenLength);
const hiddenThinking = 12; // tokens a provider that hides its thinking still counts

/** What the wishes in the last message make of a request. The same request always gives the same text. */
export function replyTo(asked: Asked, speaker: Speaker, sequence: number): Reply {
  const last = lastUserText(asked);
  const wanted = wishes(last);
  const rest = restOf(asked, speaker);
  const whole = rest ?? sourceOf(asked, wanted, speaker);
  const { reasoning, inline } = reasoningOf(asked, wanted, rest !== null);
  const { text, ending } = endingOf(whole, wanted);
  const counted = reasoning ? tokensIn(reasoning) : asked.reasoning === 'hidden' ? hiddenThinking : 0;
  const refused = ending.type === 'finished' && ending.because === 'refused' && text === '';
  const reply: Reply = {
    id: String(sequence).padStart(6, '0'),
    model: wanted.has('leak') ? `${asked.model}-${asked.key}` : asked.model,
    created: Math.floor(Date.now() / 1000),
    reasoning: inline || asked.reasoning !== 'shown' ? '' : reasoning,
    text: inline && reasoning ? `<think>\n${reasoning}\n</think>\n\n${text}` : text,
    refusal: refused ? refusalText : '',
    ending,
    usage: { input: inputTokens(asked), output: tokensIn(text), reasoning: counted },
    pieceLength: isInOne(wanted) ? 1024 : tokenLength,
  };
  return withinLimit(reply, asked.limit);
}

const isInOne = (wanted: Wishes) => wanted.has('huge') || wanted.get('leak')?.words.includes('whole');

/** Whether nothing was wished for: then the answer is the friendly one, at a reading pace. */
export const isPlain = (asked: Asked) => wishes(lastUserText(asked)).size === 0;

function sourceOf(asked: Asked, wanted: Wishes, speaker: Speaker): string {
  const said = wanted.get('say');
  if (said) return said.text;
  const tokens = wanted.get('tokens');
  if (tokens) return content(kindOf(tokens), Math.max(1, tokens.numbers[0] ?? 100));
  const huge = wanted.get('huge');
  if (huge) return megabytes(huge.numbers[0] ?? 1);
  if (wanted.has('empty')) return '';
  if (wanted.has('image')) return hostileMarkdown;
  if (wanted.has('echo')) return spoken(asked);
  if (wanted.has('leak')) return leaked(asked);
  return wanted.size > 0 ? content('prose', 60) : welcome(asked, speaker);
}

/** The half that is still owed when someone says "continue" after a reply that stopped short; else null. */
function restOf(asked: Asked, speaker: Speaker): string | null {
  const { turns } = asked;
  let said = '';
  for (let at = turns.length - 1; at >= 0; at -= 1) {
    const turn = turns[at];
    if (turn === undefined || turn.role === 'system') continue;
    if (turn.role === 'assistant') said = turn.text + said;
    else if (isContinue(turn.text)) continue;
    else {
      if (said === '') return null;
      const then = { ...asked, turns: turns.slice(0, at + 1) };
      const whole = sourceOf(then, wishes(turn.text), speaker);
      return whole.startsWith(said) && whole.length > said.length ? whole.slice(said.length) : null;
    }
  }
  return null;
}

const isContinue = (text: string) => wishes(text).size === 0 && continueWord.test(text) && text.length < 300;

function reasoningOf(asked: Asked, wanted: Wishes, goesOn: boolean): { reasoning: string; inline: boolean } {
  const wish = wanted.get('reasoning');
  const inline = wish?.words.includes('inline') ?? false;
  if (inline) return { reasoning: reasoningText, inline };
  if (wanted.has('leak')) return { reasoning: leaked(asked), inline };
  const thinks = wish !== undefined || (wanted.size === 0 && !goesOn);
  return { reasoning: thinks && asked.reasoning !== 'off' ? reasoningText : '', inline };
}

function endingOf(whole: string, wanted: Wishes): { text: string; ending: Ending } {
  for (const where of ['token', 'utf8', 'event'] as const) {
    const cut = wanted.get(`cut-${where}`);
    if (cut) return { text: half(whole), ending: { type: 'cut', where, clean: cut.words.includes('clean') } };
  }
  if (wanted.has('error-in-stream')) return { text: half(whole), ending: { type: 'error' } };
  const finished = (because: 'stop' | 'length' | 'refused', raw: string | null = null): Ending => ({
    type: 'finished',
    because,
    raw,
  });
  if (wanted.has('length')) return { text: half(whole), ending: finished('length') };
  const refuse = wanted.get('refuse');
  if (refuse) return { text: refuse.words.includes('late') ? half(whole) : '', ending: finished('refused') };
  if (wanted.has('unknown-finish')) return { text: whole, ending: finished('stop', 'moon_phase') };
  return { text: whole, ending: finished('stop', wanted.get('finish')?.words[0] ?? null) };
}

/** Half of a text, cut inside a word wherever there is one to cut. */
function half(text: string): string {
  const middle = Math.floor(text.length / 2);
  for (let at = middle; at < text.length; at += 1)
    if (/^[a-z]{2}$/i.test(text.slice(at - 1, at + 1))) return text.slice(0, at);
  const lowSurrogate = /[\udc00-\udfff]/.test(text.charAt(middle));
  return text.slice(0, lowSurrogate ? middle - 1 : middle);
}

function withinLimit(reply: Reply, limit: number | null): Reply {
  const { output, reasoning } = reply.usage;
  if (limit === null || output + reasoning <= limit) return reply;
  const left = Math.max(0, limit - reasoning);
  return {
    ...reply,
    text: reply.text.slice(0, left * tokenLength),
    ending: { type: 'finished', because: 'length', raw: null },
    usage: { ...reply.usage, output: left, reasoning: Math.min(reasoning, limit) },
  };
}

function inputTokens({ turns }: Asked): number {
  const text = turns.reduce((sum, turn) => sum + tokensIn(turn.text) + 4, 0);
  return text + turns.reduce((sum, turn) => sum + turn.files.length * 258, 0);
}

function megabytes(count: number): string {
  const length = Math.round(count * 1_000_000);
  const part = content('mixed', 50_000);
  return part.repeat(Math.ceil(length / part.length)).slice(0, length);
}
