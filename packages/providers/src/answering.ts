import type { AnswerEvent } from './answer.ts';
import { eventsOf, finalEvents, initialState, startNextRequest } from './answer-events.ts';
import { messagesOf, readBeginning } from './body.ts';
import { connectFailure, fetchOptions, settingFailure, settingKey } from './call.ts';
import { isProvider } from './catalog.ts';
import { isOwnHost } from './endpoint.ts';
import { type Failure, orUnknownPath, ownFailure, providerFailure } from './failure.ts';
import { at } from './json.ts';
import { jsonBytes } from './json-writing.ts';
import { modelInfo } from './known-models.ts';
import type { ProviderSetting, Question } from './question.ts';
import { supportedOptions } from './request-options.ts';
import { questionUrl } from './request-url.ts';
import { turnsOf, withInstructions } from './turns.ts';
import type { PreparedRequest, ProviderRequest, Wire } from './wire.ts';
import { wireOf } from './wires.ts';

export interface AnswerOptions {
  /** Aborting it ends the answer quietly and closes the connection. */
  signal: AbortSignal;
  /** Used instead of the page's own `fetch`. */
  fetch?: typeof globalThis.fetch;
}

/**
 * Asks a provider and yields the events of its answer. Never throws; the last event is `ended` or `failed`, unless
 * the caller aborted. There is no timeout: a silent provider is waited for.
 */
export async function* streamAnswer(
  question: Question,
  options: AnswerOptions,
): AsyncGenerator<AnswerEvent, void> {
  const { setting } = question;
  const { signal } = options;
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
  // Usually one request; more for an answer longer than the provider gives in one.
  for (let request = 1; ; request++) {
    const continuation = state.continuation;
    if (continuation) startNextRequest(state);
    try {
      const request = { ...ready, ...(continuation && { continuation }) };
      const response = await ask(request, setting, wire, options);
      if ('kind' in response) state.failure = response;
      else {
        state.hasResponse = true;
        for await (const messages of messagesOf(response, signal)) {
          for (const event of eventsOf(state, messages, wire, apiKey)) {
            if (signal.aborted) return;
            yield event;
          }
          if (state.isOver) break;
        }
      }
    } catch (error) {
      broke = error;
    }
    if (signal.aborted) return;
    if (!state.continuation || state.failure || broke || request === most) break;
  }
  for (const event of finalEvents(state, broke, () => connectFailure(setting))) {
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

/** Anything else would be sent as no limit at all, or raised to 1. */
const isLimit = (maxTokens: number | undefined) => Number.isSafeInteger(maxTokens) && Number(maxTokens) >= 1;

const noLimit = ownFailure('other', 'This question needs a limit for its answer, a whole number of tokens.');

/** Asks; where the model has no place for instructions, once more with them in front of the first message. */
async function ask(
  request: ProviderRequest,
  setting: ProviderSetting,
  wire: Wire,
  options: AnswerOptions,
): Promise<Response | Failure> {
  const response = await send(limited(wire.ask(request), request), setting, wire, options);
  const { instructions, ...rest } = request;
  if (!instructions || !('kind' in response) || !hasNoPlace.test(response.message)) return response;
  return ask({ ...rest, turns: withInstructions(rest.turns, instructions) }, setting, wire, options);
}

// As Google says it of Gemma and others, and as templates of Gemma and Mistral say it on one's own server.
const hasNoPlace = /developer instruction|system role not supported|roles (must alternate|are supported)/i;

/** The request without the remedies that would loosen a strict limit. */
function limited(ask: PreparedRequest, { isLimitStrict }: ProviderRequest): PreparedRequest {
  if (!isLimitStrict) return ask;
  const { body, droppable, renames = [] } = ask;
  const isTight = ({ loosensLimit }: { loosensLimit?: true }) => !loosensLimit;
  return { body, droppable: droppable.filter(isTight), renames: renames.filter(isTight) };
}

// 65,536 tokens each: no one reads more, and a runaway provider must not go on spending money.
const maxRequests = 16;

/**
 * Posts the question. While a strict server refuses droppable fields by name, it is sent again without them; each
 * round drops at least one, which bounds the number of rounds.
 */
async function send(
  { body, droppable, renames = [] }: PreparedRequest,
  setting: ProviderSetting,
  wire: Wire,
  options: AnswerOptions,
) {
  const { signal, fetch = globalThis.fetch } = options;
  const url = questionUrl(setting);
  if (!url) return ownFailure('other', 'The API Endpoint is not a web address. Correct it in settings.');
  const headers = { 'content-type': 'application/json', ...wire.headers(settingKey(setting)) };
  for (let left = body; ; ) {
    const response = await fetch(url, {
      method: 'POST',
      headers,
      body: await jsonBytes(left, signal),
      signal,
      ...fetchOptions,
    });
    if (response.ok) return response;
    const refusal = await readBeginning(response, signal);
    const isAboutField = isAboutFields.has(response.status);
    const other = renames.find(
      ({ pattern, from, to }) => pattern.test(refusal) && from in left && !(to in body),
    );
    if (isAboutField && other) {
      left = { ...without(left, [other.from]), [other.to]: left[other.from] };
      continue;
    }
    const drop = isAboutField ? fieldsToDrop(left, droppable, refusal) : [];
    if (drop.length === 0) {
      const { status, statusText, headers } = response;
      const { apiKey, endpoint } = setting.config;
      const failure = providerFailure({ body: refusal, status, statusText, headers }, apiKey);
      return isOwnHost(setting.type, endpoint) ? failure : orUnknownPath(failure, refusal, url, apiKey);
    }
    left = without(left, drop);
  }
}

/** The droppable fields of a body that a refusal names. */
function fieldsToDrop(
  body: PreparedRequest['body'],
  droppable: PreparedRequest['droppable'],
  refusal: string,
): string[] {
  const named = droppable.filter(({ pattern }) => pattern.test(refusal)).flatMap(({ drop }) => drop);
  return named.filter((field) => {
    const [name = '', inner] = field.split('.');
    return at(body, name, inner) !== undefined;
  });
}

const isAboutFields: ReadonlySet<number> = new Set([400, 422]);

/** A copy without these fields; a dot leads one level down. */
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
