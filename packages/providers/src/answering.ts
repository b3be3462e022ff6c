import type { AnswerEvent } from './answer.ts';
import { eventsOf, finalEvents, initialState, startNextRequest } from './answer-events.ts';
import { beginningOf, messagesOf } from './body.ts';
import { discreet, keyOf, settingFailure, unreachable } from './call.ts';
import { isProvider } from './catalog.ts';
import { questionUrl } from './endpoint.ts';
import { complaintFailure, type Failure, ownFailure } from './failure.ts';
import { at } from './json.ts';
import { jsonBytes } from './json-writing.ts';
import { modelInfo } from './known-models.ts';
import type { ProviderSetting, Question } from './question.ts';
import { supportedOptions } from './request-options.ts';
import { turnsOf } from './turns.ts';
import type { PreparedRequest, ProviderRequest, Wire } from './wire.ts';
import { wireOf } from './wires.ts';

export interface Asking {
  /** Aborting it ends the answer quietly and closes the connection. */
  signal: AbortSignal;
  /** Another way to the network than the page's own `fetch`. */
  fetch?: typeof globalThis.fetch;
}

/**
 * Asks a provider and tells what happens. Never throws; the last event is `ended` or `failed`, unless the
 * asker aborted. A silent provider is waited for as long as it takes.
 */
export async function* answer(question: Question, asking: Asking): AsyncGenerator<AnswerEvent, void> {
  const { setting } = question;
  const { signal } = asking;
  const ready = await prepare(question);
  if (signal.aborted) return;
  if ('failure' in ready) {
    yield { type: 'failed', failure: ready.failure };
    return;
  }
  const { apiKey } = setting.config;
  const wire = wireOf(setting);
  const state = initialState(wire);
  let broke: unknown = null;
  const most = ready.isLimitStrict ? 1 : maxRequests;
  // One request, but for an answer longer than a provider gives at once.
  for (let request = 1; ; request++) {
    const continuation = state.continuation;
    if (continuation) startNextRequest(state);
    try {
      const ask = limited(wire.ask({ ...ready, ...(continuation && { continuation }) }), ready);
      const response = await send(ask, setting, wire, asking);
      if ('kind' in response) state.failure = response;
      else
        for await (const messages of messagesOf(response, signal)) {
          for (const event of eventsOf(state, messages, wire, apiKey)) {
            if (signal.aborted) return;
            yield event;
          }
          if (state.isOver) break;
        }
    } catch (error) {
      broke = error;
    }
    if (signal.aborted) return;
    if (!state.continuation || state.failure || broke || request === most) break;
  }
  for (const event of finalEvents(state, broke, () => unreachable(setting))) {
    if (signal.aborted) return;
    yield event;
  }
}

async function prepare(question: Question): Promise<ProviderRequest | { failure: Failure }> {
  const { setting, instructions, maxTokens, isLimitStrict = false, temperature, effort } = question;
  if (!isProvider(setting.type))
    return { failure: ownFailure('unsupported-provider', 'Unsupported provider') };
  const failure = settingFailure(setting);
  if (failure) return { failure };
  if (isLimitStrict && !isLimit(maxTokens)) return { failure: noLimit };
  const turns = await turnsOf(question);
  if ('kind' in turns) return { failure: turns };
  const model = setting.config.model.trim();
  const info = modelInfo(setting.type, model);
  const options = {
    ...(maxTokens !== undefined && { maxTokens }),
    ...(temperature !== undefined && { temperature }),
    ...(effort !== undefined && { effort }),
  };
  return {
    ...supportedOptions(setting.type, info, options),
    ...(instructions && { instructions }),
    isLimitStrict,
    model,
    turns,
    info,
  };
}

/** Anything else would be sent as no limit at all, or be raised to one. */
const isLimit = (maxTokens: number | undefined) => Number.isSafeInteger(maxTokens) && Number(maxTokens) >= 1;

const noLimit = ownFailure('other', 'This question needs a limit for its answer, a whole number of tokens.');

/** The same, with a strict limit among the fields that stay as they are. */
function limited(ask: PreparedRequest, { isLimitStrict }: ProviderRequest): PreparedRequest {
  if (!isLimitStrict) return ask;
  const { body, spare, renamed = [] } = ask;
  const isTight = ({ loosensLimit }: { loosensLimit?: true }) => !loosensLimit;
  return { body, spare: spare.filter(isTight), renamed: renamed.filter(isTight) };
}

// 65,536 tokens each: more is never read, and a runaway provider must not spend money for ever.
const maxRequests = 16;

/**
 * Posts the question; again without the fields it names while a strict server refuses them. Servers name one at a time,
 * and each time one goes that is still there: the fields that may go are the most there can be of it.
 */
async function send(
  { body, spare, renamed = [] }: PreparedRequest,
  setting: ProviderSetting,
  wire: Wire,
  asking: Asking,
) {
  const { signal, fetch = globalThis.fetch } = asking;
  const url = questionUrl(setting);
  if (!url) return ownFailure('other', 'The API Endpoint is not a web address. Correct it in settings.');
  const headers = { 'content-type': 'application/json', ...wire.headers(keyOf(setting)) };
  for (let left = body; ; ) {
    const response = await fetch(url, {
      method: 'POST',
      headers,
      body: await jsonBytes(left, signal),
      signal,
      ...discreet,
    });
    if (response.ok) return response;
    const refusal = await beginningOf(response, signal);
    const isAboutField = isAboutFields.has(response.status);
    const other = renamed.find(({ named, from, to }) => named.test(refusal) && from in left && !(to in body));
    if (isAboutField && other) {
      left = { ...without(left, [other.from]), [other.to]: left[other.from] };
      continue;
    }
    const drop = isAboutField ? sparedIn(left, spare, refusal) : [];
    if (drop.length === 0) {
      const { status, statusText, headers } = response;
      return complaintFailure({ body: refusal, status, statusText, headers }, setting.config.apiKey);
    }
    left = without(left, drop);
  }
}

/** The fields of a body that a refusal names and a server may do without. */
function sparedIn(body: PreparedRequest['body'], spare: PreparedRequest['spare'], refusal: string): string[] {
  const named = spare.filter(({ named }) => named.test(refusal)).flatMap(({ drop }) => drop);
  return named.filter((field) => {
    const [name = '', inner] = field.split('.');
    return at(body, name, inner) !== undefined;
  });
}

const isAboutFields: ReadonlySet<number> = new Set([400, 422]);

/** A copy without some fields; a dot leads one level down. */
function without(body: Record<string, unknown>, fields: string[]): Record<string, unknown> {
  const rest = { ...body };
  for (const field of fields) {
    const [name = '', inner] = field.split('.');
    if (inner === undefined) delete rest[name];
    else {
      const { [inner]: _, ...others } = rest[name] as Record<string, unknown>;
      rest[name] = others;
    }
  }
  return rest;
}
