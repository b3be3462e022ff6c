import {
  dataUrl,
  InvalidRequest,
  isBase64,
  isJson,
  type JsonBody,
  type ModelRequest,
  numberOrNull,
  picked,
  type RequestFile,
  type RequestTurn,
  readOrRefuse,
  sizeOfBase64,
} from '../model-request.ts';
import type { ProviderRefusal } from '../refusal.ts';

/** What one server accepts in a chat completions request. */
export interface ChatRules {
  /** Refuses fields it does not know. */
  knows?: readonly string[];
  /** Refuses `stream_options`. */
  noStreamOptions?: boolean;
  images: readonly string[] | ((model: string) => readonly string[]);
  /** Images may be given by address. */
  imageAddresses?: boolean;
  files: readonly string[];
  /** Further checks of this provider; throws InvalidRequest. */
  check?(body: JsonBody): void;
  reasoning(body: JsonBody): ModelRequest['reasoning'];
}

const roles: Record<string, RequestTurn['role']> = {
  system: 'system',
  developer: 'system',
  user: 'user',
  assistant: 'assistant',
  tool: 'user',
};

const settings = ['max_tokens', 'max_completion_tokens', 'temperature', 'reasoning_effort', 'thinking'];

export function readChat(body: JsonBody, rules: ChatRules): ModelRequest | ProviderRefusal {
  return readOrRefuse(() => {
    const { model, messages, stream } = body;
    if (typeof model !== 'string' || model === '')
      throw new InvalidRequest('you must provide a model parameter', { param: 'model' });
    if (!Array.isArray(messages) || messages.length === 0)
      throw new InvalidRequest("Invalid 'messages': expected a non-empty array.", { param: 'messages' });
    for (const name of Object.keys(body))
      if (rules.knows && !rules.knows.includes(name))
        throw new InvalidRequest(`Unrecognized request argument supplied: ${name}`, { param: name });
    if (rules.noStreamOptions && 'stream_options' in body)
      throw new InvalidRequest('Extra inputs are not permitted', { param: 'stream_options' });
    if (isJson(body.stream_options) && stream !== true)
      throw new InvalidRequest("The 'stream_options' parameter is only allowed when 'stream' is enabled.", {
        param: 'stream_options',
      });
    rules.check?.(body);
    const options = isJson(body.stream_options) ? body.stream_options : {};
    return {
      model,
      stream: stream === true,
      turns: messages.map((message, at) => turnOf(message, at, model, rules)),
      limit: numberOrNull(body.max_completion_tokens) ?? numberOrNull(body.max_tokens),
      reasoning: rules.reasoning(body),
      settings: picked(body, settings),
      wantsUsage: options.include_usage === true,
      asArray: false,
    };
  });
}

function turnOf(message: unknown, at: number, model: string, rules: ChatRules): RequestTurn {
  const where = `messages[${at}]`;
  if (!isJson(message)) throw new InvalidRequest(`Invalid '${where}': expected an object.`, { param: where });
  const role = roles[String(message.role)];
  if (role === undefined)
    throw new InvalidRequest(
      `Invalid value: '${message.role}'. Supported values are: 'system', 'assistant', 'user', 'tool' and 'developer'.`,
      { param: `${where}.role`, code: 'invalid_value' },
    );
  const { content } = message;
  if (typeof content === 'string') return { role, text: content, files: [] };
  if (content === null && role === 'assistant') return { role, text: '', files: [] };
  if (!Array.isArray(content) || content.length === 0)
    throw new InvalidRequest(`Invalid value for 'content': expected a string or a non-empty list of parts.`, {
      param: `${where}.content`,
    });
  const turn: RequestTurn = { role, text: '', files: [] };
  const texts: string[] = [];
  for (const part of content) {
    const read = partOf(part, model, rules, `${where}.content`);
    if (typeof read === 'string') texts.push(read);
    else turn.files.push(read);
  }
  return { ...turn, text: texts.join('\n') };
}

function partOf(part: unknown, model: string, rules: ChatRules, param: string): string | RequestFile {
  if (isJson(part) && part.type === 'text' && typeof part.text === 'string') return part.text;
  if (isJson(part) && part.type === 'image_url' && isJson(part.image_url))
    return imageOf(String(part.image_url.url), model, rules, param);
  if (isJson(part) && part.type === 'file' && rules.files.length > 0)
    return fileOf(isJson(part.file) ? part.file : part, rules, param);
  throw new InvalidRequest(
    `Invalid content part: ${isJson(part) ? part.type : typeof part} is not supported.`,
    {
      param,
      code: 'invalid_value',
    },
  );
}

function imageOf(url: string, model: string, rules: ChatRules, param: string): RequestFile {
  const images = typeof rules.images === 'function' ? rules.images(model) : rules.images;
  if (images.length === 0) throw new InvalidRequest(`${model} does not take images.`, { param });
  const inline = dataUrl(url);
  if (inline === null) {
    if (rules.imageAddresses && /^https?:\/\//.test(url))
      return { name: null, mediaType: 'image/*', bytes: null };
    throw new InvalidRequest(`Invalid image_url: expected a base64 data URL.`, {
      param,
      code: 'invalid_image_url',
    });
  }
  if (!images.includes(inline.mediaType))
    throw new InvalidRequest(`You uploaded an unsupported image. Use one of ${images.join(', ')}.`, {
      param,
      code: 'invalid_image_format',
    });
  return fileIn(inline, null, param);
}

function fileOf(file: JsonBody, rules: ChatRules, param: string): RequestFile {
  const inline = dataUrl(String(file.file_data));
  if (inline === null)
    throw new InvalidRequest("Invalid 'file_data': expected a base64 data URL.", { param });
  if (typeof file.filename !== 'string' || file.filename === '')
    throw new InvalidRequest("Missing required parameter: 'filename'.", { param });
  if (!rules.files.includes(inline.mediaType))
    throw new InvalidRequest(`Files of type ${inline.mediaType} are not supported.`, { param });
  return fileIn(inline, file.filename, param);
}

function fileIn(
  { mediaType, data }: { mediaType: string; data: string },
  name: string | null,
  param: string,
) {
  if (!isBase64(data)) throw new InvalidRequest('Invalid base64 data.', { param, code: 'invalid_base64' });
  return { name, mediaType, bytes: sizeOfBase64(data) };
}
