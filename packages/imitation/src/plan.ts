import { type ParsedDirective, type ParsedDirectives, parseDirectives } from './directive.ts';
import type { Host } from './hosts.ts';
import { lastUserText, type ModelRequest } from './model-request.ts';
import { kindOfStatus, type ProviderRefusal } from './refusal.ts';
import { isPlain, type ModelReply, replyTo } from './reply.ts';
import type { Delivery } from './send.ts';
import { type WildResponse, wildResponseOf } from './wild.ts';

/** What will happen to one valid question. Times in milliseconds; Infinity is for ever. */
export interface ReplyPlan {
  /** Before anything, headers included. */
  wait: number;
  /** After the headers. */
  stall: number;
  withCors: boolean;
  action:
    | { type: 'answer'; reply: ModelReply; delivery: Delivery; asJson: boolean; before?: WildResponse }
    | { type: 'refuse'; refusal: ProviderRefusal }
    | { type: 'wild'; wild: WildResponse }
    | { type: 'json-error' | 'html-error' | 'drop' | 'redirect' };
}

const readingPace = 60; // tokens a second, of the friendly answer
const firstWord = 250; // milliseconds a friendly answer takes to begin

export function planFor(request: ModelRequest, host: Host, sequence: number): ReplyPlan {
  const wanted = parseDirectives(lastUserText(request));
  return {
    wait: timeOf(wanted.get('wait')),
    stall: isPlain(request) && request.stream ? firstWord : timeOf(wanted.get('stall')),
    withCors: !wanted.has('cors'),
    action: actionOf(request, wanted, host, sequence),
  };
}

const timeOf = (directive: ParsedDirective | undefined) =>
  directive ? (directive.numbers[0] ?? Number.POSITIVE_INFINITY) : 0;

function actionOf(
  request: ModelRequest,
  wanted: ParsedDirectives,
  host: Host,
  sequence: number,
): ReplyPlan['action'] {
  for (const type of ['drop', 'redirect', 'html-error', 'json-error'] as const)
    if (wanted.has(type)) return { type };
  const wild = wildResponseOf(wanted.get('wild'));
  if (wild?.isAll) return { type: 'wild', wild };
  const status = wanted.get('status');
  if (status) return { type: 'refuse', refusal: refusalOfStatus(status, request) };
  if (wanted.has('too-long')) return { type: 'refuse', refusal: tooLong(host, request) };
  const reply = replyTo(request, host, sequence);
  const asJson = wanted.has('json') || !request.stream;
  if (asJson && reply.ending.type === 'error')
    return { type: 'refuse', refusal: { kind: 'overloaded', model: request.model } };
  return {
    type: 'answer',
    reply,
    delivery: deliveryOf(request, wanted, reply),
    asJson,
    ...(wild && { before: wild }),
  };
}

function refusalOfStatus(directive: ParsedDirective, { model }: ModelRequest): ProviderRefusal {
  const status = directive.numbers[0] ?? 500;
  const retryAfter = Number(directive.named.retry ?? Number.NaN);
  return {
    kind: kindOfStatus(status),
    status,
    model,
    message: 'The imitation was asked to refuse this request.',
    ...(Number.isFinite(retryAfter) && { retryAfter }),
  };
}

function tooLong({ name }: Host, { model }: ModelRequest): ProviderRefusal {
  const words: Partial<Record<Host['name'], string>> = {
    openai:
      "This model's maximum context length is 128000 tokens. However, your messages resulted in 150000 tokens. Please reduce the length of the messages.",
    gemini: 'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).',
    anthropic: 'prompt is too long: 1200000 tokens > 1000000 maximum',
    grok: "This model's maximum prompt length is 500000 but the request contains 612345 tokens.",
  };
  return {
    kind: 'bad-request',
    model,
    message: words[name] ?? 'the request exceeds the available context size, try increasing it',
    ...(name === 'openai' && { code: 'context_length_exceeded', param: 'messages' }),
  };
}

function deliveryOf(request: ModelRequest, wanted: ParsedDirectives, reply: ModelReply): Delivery {
  const pace = wanted.get('rate')?.numbers[0] ?? wanted.get('tokens')?.named.rate;
  const pause = wanted.get('pause');
  const { ending } = reply;
  return {
    rate: pace === undefined ? (isPlain(request) ? readingPace : 0) : Number(pace) || 0,
    oneByte: wanted.has('one-byte'),
    pause: pause ? { after: reply.text.length / 2, for: timeOf(pause) } : null,
    isCut: ending.type === 'cut',
    clean: ending.type === 'cut' && ending.clean,
    cutInside: ending.type === 'cut' && ending.where === 'utf8' ? 'character' : 'event',
  };
}
