import type { IncomingMessage, ServerResponse } from 'node:http';
import { corsHeaders, preflight } from './cors.ts';
import type { Gate } from './gate.ts';
import { findHost, type Host, hosts } from './hosts.ts';
import type { ReceivedRequest } from './journal.ts';
import { refusalOfKey, requestKey } from './key.ts';
import { modelEntry, modelList } from './model-list.ts';
import { isJson, isRefusal, type ModelRequest } from './model-request.ts';
import { retiredModels } from './models.ts';
import { planFor } from './plan.ts';
import { type ProviderRefusal, refusalResponse } from './refusal.ts';
import { send, silence } from './send.ts';
import { retiredWord } from './vocabulary.ts';
import { brokenFrame, ending } from './wires/frame.ts';

/** What the answers of one imitation share. */
export interface ImitationState {
  journal: ReceivedRequest[];
  gate: Gate;
  sequence: number;
}

const largest = 64 * 1024 * 1024;

/** Answers one HTTP request and records it in the journal. */
export async function handleRequest(
  request: IncomingMessage,
  response: ServerResponse,
  state: ImitationState,
) {
  const url = new URL(request.url ?? '/', 'http://imitation');
  const place = findHost(url.pathname);
  const body = await bodyOf(request);
  const received: ReceivedRequest = {
    host: place?.host.name ?? null,
    method: request.method ?? 'GET',
    path: request.url ?? '/',
    headers: request.headers,
    body: body.json ?? body.text,
    at: performance.now(),
    answer: { status: null, text: '', ended: 'open' },
  };
  state.journal.push(received);
  const disconnected = new AbortController();
  response.once('close', () => {
    if (received.answer.ended === 'open')
      received.answer.ended = response.writableFinished ? 'finished' : 'left';
    disconnected.abort();
  });
  if (!place) return answerNotFound(response, received);
  const { host, below } = place;
  const exchange = new Exchange(request, response, received, host, state, disconnected.signal);
  if (request.method === 'OPTIONS') {
    const { status, headers } = preflight(host.cors, request.headers);
    return exchange.write(status, headers, '');
  }
  await exchange.route(below, url.searchParams, body);
}

class Exchange {
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #received: ReceivedRequest;
  readonly #host: Host;
  readonly #state: ImitationState;
  readonly #disconnected: AbortSignal;
  #withCors = true;

  constructor(
    request: IncomingMessage,
    response: ServerResponse,
    received: ReceivedRequest,
    host: Host,
    state: ImitationState,
    disconnected: AbortSignal,
  ) {
    this.#request = request;
    this.#response = response;
    this.#received = received;
    this.#host = host;
    this.#state = state;
    this.#disconnected = disconnected;
  }

  async route(below: string, query: URLSearchParams, body: Body): Promise<void> {
    const { method, headers } = this.#request;
    const host = this.#host;
    const { optIn } = host.cors;
    if (optIn && headers.origin !== undefined && headers[optIn] !== 'true')
      return this.refuse({ kind: 'wrong-key', text: `CORS requests must set '${optIn}' header` });
    // a bare host never sends CORS headers; the page sees a network error
    if (below === '' || below === '/') this.#withCors = false;

    const chat = isChat(host, below);
    if (method !== (chat ? 'POST' : 'GET') || !(chat || /^\/models(\/|$)/.test(below)))
      return this.refuse({ kind: 'not-found', message: `${method} ${below || '/'}` });
    const badKey = refusalOfKey(host, headers, query);
    const model = isJson(body.json) && typeof body.json.model === 'string' ? body.json.model : '';
    if (badKey) return this.refuse({ ...badKey, model });
    if (!chat) return this.models(below, query);

    if (!isJson(body.json))
      return this.refuse({
        kind: 'bad-request',
        message: 'We could not parse the JSON body of your request.',
      });
    const modelRequest = host.wire.read(body.json, { headers, path: below, query });
    if (isRefusal(modelRequest)) return this.refuse(modelRequest);
    if (isUnknown(host, modelRequest.model))
      return this.refuse({ kind: 'no-model', model: modelRequest.model });
    await this.answer({ ...modelRequest, key: requestKey(host, headers, query) });
  }

  models(below: string, query: URLSearchParams): void {
    const id = decodeURIComponent(below.replace(/^\/models\/?/, ''));
    const found = id === '' ? modelList(this.#host, query) : modelEntry(this.#host, id);
    if (found === null) this.refuse({ kind: 'no-model', model: id });
    else this.json(200, found);
  }

  async answer(modelRequest: ModelRequest): Promise<void> {
    const plan = planFor(modelRequest, this.#host, this.#state.sequence);
    this.#withCors &&= plan.withCors;
    await silence(plan.wait, this.#disconnected);
    if (this.#disconnected.aborted) return;
    const { action } = plan;
    switch (action.type) {
      case 'drop':
        this.#received.answer.ended = 'cut';
        this.#response.socket?.destroy();
        return;
      case 'redirect':
        return this.write(307, { location: '/elsewhere' }, '');
      case 'html-error':
        return this.write(502, { 'content-type': 'text/html' }, badGateway);
      case 'json-error':
        return this.json(
          200,
          refusalResponse(this.#host.errorFormat, { kind: 'overloaded', model: modelRequest.model }).body,
        );
      case 'wild':
        this.#received.answer.ended = 'left';
        if (action.wild.isBeforeHeaders) return action.wild.write(this.#response, this.#disconnected);
        this.head(200, { 'content-type': 'text/event-stream' });
        return action.wild.write(this.#response, this.#disconnected);
      case 'refuse':
        return this.refuse(action.refusal);
      case 'answer':
        break;
    }

    const { reply, delivery, asJson } = action;
    this.head(200, {
      'content-type': asJson ? 'application/json' : this.#host.contentType,
      'cache-control': 'no-cache',
    });
    this.#response.flushHeaders();
    await silence(plan.stall, this.#disconnected);
    const { wire } = this.#host;
    const whole = () =>
      (this.#host.blankLines ? '\n\n' : '') + JSON.stringify(wire.whole(reply, modelRequest));
    await action.before?.write(this.#response, this.#disconnected);
    const frames = asJson
      ? [delivery.isCut ? brokenFrame(whole()) : { ...ending(whole()), text: reply.text }]
      : wire.frames(reply, modelRequest);
    this.#received.answer.ended = await send(this.#response, frames, delivery, {
      gate: this.#state.gate,
      signal: this.#disconnected,
      onText: (text) => {
        this.#received.answer.text += text;
      },
    });
  }

  refuse(refusal: ProviderRefusal): void {
    const { status, headers, body } = refusalResponse(this.#host.errorFormat, refusal);
    this.json(status, body, headers);
  }

  json(status: number, body: unknown, headers: Record<string, string> = {}): void {
    this.write(status, { 'content-type': 'application/json', ...headers }, JSON.stringify(body));
  }

  write(status: number, headers: Record<string, string>, body: string): void {
    this.head(status, headers);
    this.#response.end(body);
  }

  head(status: number, headers: Record<string, string>): void {
    const isPreflight = this.#request.method === 'OPTIONS';
    const cors =
      this.#withCors && !isPreflight && corsHeaders(this.#host.cors, this.#request.headers, status);
    const id = `req_${String(this.#state.sequence).padStart(6, '0')}`;
    const named = this.#host.name === 'anthropic' ? { 'request-id': id } : { 'x-request-id': id };
    this.#received.answer.status = status;
    this.#response.writeHead(status, { ...cors, ...named, ...headers });
  }
}

const isChat = (host: Host, below: string) =>
  host.list === 'gemini'
    ? /^\/models\/[^/:]+:(generateContent|streamGenerateContent)$/.test(below)
    : below === host.chat;

function isUnknown(host: Host, model: string): boolean {
  if (host.isClosed) return !host.models.some(({ id }) => id === model || id === `${model}:latest`);
  return model.includes(retiredWord) || retiredModels.test(model) || (host.foreign?.test(model) ?? false);
}

interface Body {
  text: string | null;
  json?: unknown;
}

async function bodyOf(request: IncomingMessage): Promise<Body> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    length += chunk.length;
    if (length <= largest) chunks.push(chunk);
  }
  if (length === 0) return { text: null };
  const text = Buffer.concat(chunks).toString();
  try {
    return { text, json: JSON.parse(text) };
  } catch {
    return { text };
  }
}

function answerNotFound(response: ServerResponse, received: ReceivedRequest): void {
  const known = Object.values(hosts).map(({ bases, title }) => `${bases[0]}  ${title}`);
  received.answer.status = received.path === '/' ? 200 : 404;
  response.writeHead(received.answer.status, { 'content-type': 'text/plain; charset=utf-8' });
  response.end(
    `A local imitation of AI providers. Nothing is at ${received.path}; there is:\n${known.join('\n')}\n`,
  );
}

const badGateway =
  '<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body>\r\n<center><h1>502 Bad Gateway</h1></center>\r\n' +
  '<hr><center>imitation</center>\r\n</body>\r\n</html>\r\n';
