import { content, tokenLength } from './content.ts';
import { contentKindOf, type ParsedDirectives, parseDirectives } from './directive.ts';
import { lastUserText, type ModelRequest } from './model-request.ts';
import {
  echoed,
  hostileMarkdown,
  leaked,
  reasoningText,
  refusalText,
  type Speaker,
  welcome,
} from './prose.ts';
import { continueWord } from './vocabulary.ts';

/** A provider's reply, before a wire formats it. */
export interface ModelReply {
  id: string;
  model: string;
  /** Unix seconds. */
  created: number;
  /** Reasoning to show; may be empty. */
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
const hiddenThinking = 12; // tokens counted by a provider that hides its thinking

/** The reply to a request, by the directives in its last message. The same request always gets the same text. */
export function replyTo(request: ModelRequest, speaker: Speaker, sequence: number): ModelReply {
  const last = lastUserText(request);
  const wanted = parseDirectives(last);
  const rest = restOf(request, speaker);
  const whole = rest ?? sourceOf(request, wanted, speaker);
  const { reasoning, inline } = reasoningOf(request, wanted, rest !== null);
  const { text, ending } = endingOf(whole, wanted);
  const counted = reasoning ? tokensIn(reasoning) : request.reasoning === 'hidden' ? hiddenThinking : 0;
  const refused = ending.type === 'finished' && ending.because === 'refused' && text === '';
  const reply: ModelReply = {
    id: String(sequence).padStart(6, '0'),
    model: wanted.has('leak') ? `${request.model}-${request.key}` : request.model,
    created: Math.floor(Date.now() / 1000),
    reasoning: inline || request.reasoning !== 'shown' ? '' : reasoning,
    text: inline && reasoning ? `<think>\n${reasoning}\n</think>\n\n${text}` : text,
    refusal: refused ? refusalText : '',
    ending,
    usage: { input: inputTokens(request), output: tokensIn(text), reasoning: counted },
    pieceLength: isInOne(wanted) ? 1024 : tokenLength,
  };
  return withinLimit(reply, request.limit);
}

const isInOne = (wanted: ParsedDirectives) =>
  wanted.has('huge') || wanted.get('leak')?.words.includes('whole');

/** Whether there is no directive: the answer is then the friendly one, at reading pace. */
export const isPlain = (request: ModelRequest) => parseDirectives(lastUserText(request)).size === 0;

function sourceOf(request: ModelRequest, wanted: ParsedDirectives, speaker: Speaker): string {
  const say = wanted.get('say');
  if (say) return say.text;
  const tokens = wanted.get('tokens');
  if (tokens) return content(contentKindOf(tokens), Math.max(1, tokens.numbers[0] ?? 100));
  const huge = wanted.get('huge');
  if (huge) return megabytes(huge.numbers[0] ?? 1);
  if (wanted.has('empty')) return '';
  if (wanted.has('image')) return hostileMarkdown;
  if (wanted.has('echo')) return echoed(request);
  if (wanted.has('leak')) return leaked(request);
  return wanted.size > 0 ? content('prose', 60) : welcome(request, speaker);
}

/** The second half, when the user writes "continue" after a reply that stopped halfway; else null. */
function restOf(request: ModelRequest, speaker: Speaker): string | null {
  const { turns } = request;
  let sent = '';
  for (let at = turns.length - 1; at >= 0; at -= 1) {
    const turn = turns[at];
    if (turn === undefined || turn.role === 'system') continue;
    if (turn.role === 'assistant') sent = turn.text + sent;
    else if (isContinue(turn.text)) continue;
    else {
      if (sent === '') return null;
      const then = { ...request, turns: turns.slice(0, at + 1) };
      const whole = sourceOf(then, parseDirectives(turn.text), speaker);
      return whole.startsWith(sent) && whole.length > sent.length ? whole.slice(sent.length) : null;
    }
  }
  return null;
}

const isContinue = (text: string) =>
  parseDirectives(text).size === 0 && continueWord.test(text) && text.length < 300;

function reasoningOf(
  request: ModelRequest,
  wanted: ParsedDirectives,
  goesOn: boolean,
): { reasoning: string; inline: boolean } {
  const directive = wanted.get('reasoning');
  const inline = directive?.words.includes('inline') ?? false;
  if (inline) return { reasoning: reasoningText, inline };
  if (wanted.has('leak')) return { reasoning: leaked(request), inline };
  const thinks = directive !== undefined || (wanted.size === 0 && !goesOn);
  return { reasoning: thinks && request.reasoning !== 'off' ? reasoningText : '', inline };
}

function endingOf(whole: string, wanted: ParsedDirectives): { text: string; ending: Ending } {
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

function withinLimit(reply: ModelReply, limit: number | null): ModelReply {
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

function inputTokens({ turns }: ModelRequest): number {
  const text = turns.reduce((sum, turn) => sum + tokensIn(turn.text) + 4, 0);
  return text + turns.reduce((sum, turn) => sum + turn.files.length * 258, 0);
}

function megabytes(count: number): string {
  const length = Math.round(count * 1_000_000);
  const part = content('mixed', 50_000);
  return part.repeat(Math.ceil(length / part.length)).slice(0, length);
}
