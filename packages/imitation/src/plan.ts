import { type Asked, lastUserText } from './asked.ts';
import { type Wishes, type Written, wishes } from './directive.ts';
import type { Host } from './hosts.ts';
import { kindOfStatus, type Refusal } from './refusal.ts';
import { isPlain, type Reply, replyTo } from './reply.ts';
import type { Manner } from './send.ts';

/** What is going to happen to one acceptable question. Times in milliseconds, Infinity for ever. */
export interface Plan {
  /** Before anything, headers included. */
  wait: number;
  /** After the headers. */
  stall: number;
  withCors: boolean;
  does:
    | { type: 'answer'; reply: Reply; manner: Manner; asJson: boolean }
    | { type: 'refuse'; refusal: Refusal }
    | { type: 'json-error' | 'html-error' | 'drop' | 'redirect' };
}

const readingPace = 60; // tokens a second, of the friendly answer
const firstWord = 250; // milliseconds a friendly answer takes to begin

export function planFor(asked: Asked, host: Host, sequence: number): Plan {
  const wanted = wishes(lastUserText(asked));
  return {
    wait: timeOf(wanted.get('wait')),
    stall: isPlain(asked) && asked.stream ? firstWord : timeOf(wanted.get('stall')),
    withCors: !wanted.has('cors'),
    does: deedOf(asked, wanted, host, sequence),
  };
}

const timeOf = (wish: Written | undefined) => (wish ? (wish.numbers[0] ?? Number.POSITIVE_INFINITY) : 0);

function deedOf(asked: Asked, wanted: Wishes, host: Host, sequence: number): Plan['does'] {
  for (const type of ['drop', 'redirect', 'html-error', 'json-error'] as const)
    if (wanted.has(type)) return { type };
  const status = wanted.get('status');
  if (status) return { type: 'refuse', refusal: refusalOfStatus(status, asked) };
  const reply = replyTo(asked, host, sequence);
  const asJson = wanted.has('json') || !asked.stream;
  if (asJson && reply.ending.type === 'error')
    return { type: 'refuse', refusal: { kind: 'overloaded', model: asked.model } };
  return { type: 'answer', reply, manner: mannerOf(asked, wanted, reply), asJson };
}

function refusalOfStatus(wish: Written, { model }: Asked): Refusal {
  const status = wish.numbers[0] ?? 500;
  const retryAfter = Number(wish.named.retry ?? Number.NaN);
  return {
    kind: kindOfStatus(status),
    status,
    model,
    message: 'The imitation was asked to refuse this request.',
    ...(Number.isFinite(retryAfter) && { retryAfter }),
  };
}

function mannerOf(asked: Asked, wanted: Wishes, reply: Reply): Manner {
  const pace = wanted.get('rate')?.numbers[0] ?? wanted.get('tokens')?.named.rate;
  const pause = wanted.get('pause');
  const { ending } = reply;
  return {
    rate: pace === undefined ? (isPlain(asked) ? readingPace : 0) : Number(pace) || 0,
    oneByte: wanted.has('one-byte'),
    pause: pause ? { after: reply.text.length / 2, for: timeOf(pause) } : null,
    isCut: ending.type === 'cut',
    clean: ending.type === 'cut' && ending.clean,
    cutInside: ending.type === 'cut' && ending.where === 'utf8' ? 'character' : 'event',
  };
}
