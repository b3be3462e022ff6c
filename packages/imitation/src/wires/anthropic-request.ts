import {
  InvalidRequest,
  isBase64,
  isJson,
  type JsonBody,
  type ModelRequest,
  picked,
  type RequestFile,
  type RequestTurn,
  readOrRefuse,
  sizeOfBase64,
} from '../model-request.ts';
import { anthropicModels } from '../models.ts';
import type { ProviderRefusal } from '../refusal.ts';
import type { RequestContext } from './wire.ts';

const known = [
  'model',
  'max_tokens',
  'messages',
  'system',
  'stream',
  'temperature',
  'top_p',
  'top_k',
  'stop_sequences',
  'metadata',
  'thinking',
  'output_config',
  'tools',
  'tool_choice',
  'service_tier',
  'container',
  'context_management',
  'mcp_servers',
  'inference_geo',
  'cache_control',
];
const sampling = ['temperature', 'top_p', 'top_k'];
const images = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'];

/** What differs between the generations (section 4.5 of the reference). */
interface ModelTraits {
  /** Thinks unless told not to. */
  thinks: boolean;
  mayBeSilenced: boolean;
  takesSampling: boolean;
  takesPrefill: boolean;
}
const older: ModelTraits = { thinks: false, mayBeSilenced: true, takesSampling: true, takesPrefill: true };
const traitsByModel: [RegExp, ModelTraits][] = [
  [/^claude-(3|haiku-4|sonnet-4)/, older],
  [/^claude-opus-4-[0-6]/, { ...older, takesPrefill: false }],
  [
    /^claude-(opus-4|sonnet-5$|opus-5$|haiku-5)/,
    { thinks: true, mayBeSilenced: true, takesSampling: false, takesPrefill: false },
  ],
];
const newest: ModelTraits = { thinks: true, mayBeSilenced: false, takesSampling: false, takesPrefill: false };
const traitsOf = (model: string) => traitsByModel.find(([name]) => name.test(model))?.[1] ?? newest;

export function readMessages(body: JsonBody, { headers }: RequestContext): ModelRequest | ProviderRefusal {
  return readOrRefuse(() => {
    const { model, max_tokens: limit, messages } = body;
    if (!headers['anthropic-version']) throw new InvalidRequest('anthropic-version: header is required');
    for (const name of Object.keys(body))
      if (!known.includes(name)) throw new InvalidRequest(`${name}: Extra inputs are not permitted`);
    if (typeof model !== 'string' || model === '') throw new InvalidRequest('model: Field required');
    if (typeof limit !== 'number') throw new InvalidRequest('max_tokens: Field required');
    if (limit < 1) throw new InvalidRequest('max_tokens: Input should be greater than or equal to 1');
    const most = anthropicModels.find(({ id }) => id === model)?.output ?? Number.POSITIVE_INFINITY;
    if (limit > most)
      throw new InvalidRequest(
        `max_tokens: ${limit} > ${most}, which is the maximum allowed number of output tokens for ${model}`,
      );
    if (!Array.isArray(messages) || messages.length === 0)
      throw new InvalidRequest('messages: at least one message is required');
    const traits = traitsOf(model);
    const isNewVersion = headers['anthropic-version'] === '2026-10-21';
    for (const name of sampling)
      if (name in body && (isNewVersion || !traits.takesSampling))
        throw new InvalidRequest(`${name}: is not supported by ${model}`);
    const turns = messages.map(turnOf);
    if (turns[0]?.role !== 'user')
      throw new InvalidRequest('messages: first message must use the "user" role');
    if (turns.at(-1)?.role === 'assistant' && !traits.takesPrefill)
      throw new InvalidRequest('This model does not support assistant message prefill.');
    return {
      model,
      stream: body.stream === true,
      turns: [...systemOf(body.system), ...turns],
      limit,
      reasoning: thinkingOf(body, model, traits),
      settings: picked(body, ['max_tokens', 'temperature', 'thinking', 'output_config']),
      wantsUsage: true,
      asArray: false,
    };
  });
}

/** Section 4.5 of the reference. */
function effortsOf(model: string): string[] {
  if (/^claude-(3|haiku-4|sonnet-4-5)/.test(model)) return [];
  if (/^claude-(sonnet|opus)-4-6/.test(model)) return ['low', 'medium', 'high', 'max'];
  return ['low', 'medium', 'high', 'xhigh', 'max'];
}

function thinkingOf(body: JsonBody, model: string, traits: ModelTraits): ModelRequest['reasoning'] {
  const thinking = isJson(body.thinking) ? body.thinking : null;
  const effort = isJson(body.output_config) ? body.output_config.effort : undefined;
  if (effort !== undefined && !effortsOf(model).includes(String(effort)))
    throw new InvalidRequest(`output_config.effort: '${effort}' is not supported by ${model}`);
  if (thinking?.type === 'enabled' && !(Number(thinking.budget_tokens) < Number(body.max_tokens)))
    throw new InvalidRequest('thinking.budget_tokens: must be less than max_tokens');
  if (thinking && thinking.type !== 'disabled' && 'temperature' in body && body.temperature !== 1)
    throw new InvalidRequest('temperature: may only be set to 1 when thinking is enabled');
  if (thinking?.type === 'disabled') {
    if (!traits.mayBeSilenced) throw new InvalidRequest(`thinking: disabled is not supported by ${model}`);
    return 'off';
  }
  if (thinking?.type === 'enabled' && traits.thinks)
    throw new InvalidRequest(`thinking: budget_tokens is not supported by ${model}, use type adaptive`);
  if (thinking === null) return traits.thinks ? 'hidden' : 'off';
  return !traits.thinks || thinking.display === 'summarized' ? 'shown' : 'hidden';
}

function systemOf(system: unknown): RequestTurn[] {
  if (system === undefined) return [];
  if (typeof system === 'string') return [{ role: 'system', text: system, files: [] }];
  if (!Array.isArray(system)) throw new InvalidRequest('system: Input should be a valid string or list');
  const texts = system.map((block) => (isJson(block) && typeof block.text === 'string' ? block.text : ''));
  return [{ role: 'system', text: texts.join('\n'), files: [] }];
}

function turnOf(message: unknown, at: number, all: unknown[]): RequestTurn {
  if (!isJson(message) || (message.role !== 'user' && message.role !== 'assistant'))
    throw new InvalidRequest(`messages.${at}.role: Input should be 'user' or 'assistant'`);
  const { role, content } = message;
  const mayBeEmpty = role === 'assistant' && at === all.length - 1;
  if (typeof content === 'string') {
    if (content === '' && !mayBeEmpty)
      throw new InvalidRequest(`messages.${at}: all messages must have non-empty content`);
    return { role, text: content, files: [] };
  }
  if (!Array.isArray(content)) throw new InvalidRequest(`messages.${at}.content: Field required`);
  if (content.length === 0 && !mayBeEmpty)
    throw new InvalidRequest(`messages.${at}: all messages must have non-empty content`);
  const texts: string[] = [];
  const files: RequestFile[] = [];
  for (const [index, block] of content.entries()) {
    const read = blockOf(block, `messages.${at}.content.${index}`, role);
    if (typeof read === 'string') texts.push(read);
    else if (read) files.push(read);
  }
  return { role, text: texts.join(role === 'assistant' ? '' : '\n'), files };
}

function blockOf(block: unknown, where: string, role: 'user' | 'assistant'): string | RequestFile | null {
  if (!isJson(block)) throw new InvalidRequest(`${where}: Input should be an object`);
  if (block.type === 'text') {
    if (typeof block.text !== 'string') throw new InvalidRequest(`${where}.text.text: Field required`);
    if (block.text.trim() === '')
      throw new InvalidRequest('messages: text content blocks must contain non-whitespace text');
    return block.text;
  }
  if (role === 'assistant') {
    if (block.type === 'thinking' || block.type === 'redacted_thinking') return null;
    throw new InvalidRequest(`${where}: ${block.type} is not permitted in an assistant message`);
  }
  if ((block.type === 'image' || block.type === 'document') && isJson(block.source))
    return sourceOf(block, block.source, where);
  throw new InvalidRequest(`${where}: Input tag '${block.type}' does not match any of the expected tags`);
}

function sourceOf(block: JsonBody, source: JsonBody, where: string): RequestFile {
  const name = typeof block.title === 'string' ? block.title : null;
  if (source.type === 'url') return { name, mediaType: `${block.type}/*`, bytes: null };
  const mediaType = String(source.media_type);
  const data = String(source.data ?? '');
  if (block.type === 'document' && source.type === 'text' && mediaType === 'text/plain')
    return { name, mediaType, bytes: Buffer.byteLength(data) };
  const accepted = block.type === 'image' ? images : ['application/pdf'];
  if (!accepted.includes(mediaType))
    throw new InvalidRequest(
      `${where}.source.base64.media_type: Input should be one of ${accepted.join(', ')}`,
    );
  if (!isBase64(data)) throw new InvalidRequest(`${where}.source.base64.data: Invalid base64 data`);
  return { name, mediaType, bytes: sizeOfBase64(data) };
}
