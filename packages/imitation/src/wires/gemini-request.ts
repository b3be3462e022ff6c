import {
  InvalidRequest,
  isBase64,
  isJson,
  type JsonBody,
  type ModelRequest,
  numberOrNull,
  type RequestFile,
  type RequestTurn,
  readOrRefuse,
  sizeOfBase64,
} from '../model-request.ts';
import type { ProviderRefusal } from '../refusal.ts';
import type { RequestContext } from './wire.ts';

const fields = [
  'contents',
  'systemInstruction',
  'generationConfig',
  'safetySettings',
  'tools',
  'toolConfig',
  'cachedContent',
  'model',
  'store',
  'serviceTier',
];
const configFields = [
  'temperature',
  'topP',
  'topK',
  'maxOutputTokens',
  'candidateCount',
  'stopSequences',
  'seed',
  'presencePenalty',
  'frequencyPenalty',
  'responseMimeType',
  'responseSchema',
  'responseJsonSchema',
  'responseModalities',
  'thinkingConfig',
  'mediaResolution',
];
const thinkingFields = ['includeThoughts', 'thinkingBudget', 'thinkingLevel'];
const usualLevels = ['minimal', 'low', 'medium', 'high'];
const accepted = /^(image\/(png|jpeg|webp|heic|heif)|application\/pdf|text\/.+|audio\/.+|video\/.+)$/;

/** Protocol buffers' JSON takes both spellings: `inline_data` and `inlineData`. */
const camelName = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
const camel = (body: JsonBody): JsonBody =>
  Object.fromEntries(Object.entries(body).map(([name, value]) => [camelName(name), value]));

/** The body in one spelling; objects to the first name that is not known. */
function known(given: unknown, names: readonly string[], where = ''): JsonBody {
  const body = isJson(given) ? given : {};
  for (const name of Object.keys(body))
    if (!names.includes(camelName(name)))
      throw new InvalidRequest(
        `Invalid JSON payload received. Unknown name "${name}"${where && ` at '${where}'`}: Cannot find field.`,
      );
  return camel(body);
}

export function readContents(
  given: JsonBody,
  { path, query }: RequestContext,
): ModelRequest | ProviderRefusal {
  return readOrRefuse(() => {
    const [, model = '', verb] = /^\/models\/([^:]+):(\w+)$/.exec(path) ?? [];
    const body = known(given, fields);
    const config = known(body.generationConfig, configFields, 'generation_config');
    const thinking = known(config.thinkingConfig, thinkingFields, 'generation_config.thinking_config');
    if (/^gemini-4/.test(model) && 'thinkingBudget' in thinking)
      throw new InvalidRequest('thinking_budget is not supported by this model. Use thinking_level.');
    const levels = /^gemini-4-hydrogen/.test(model) ? [...usualLevels, 'xhigh'] : usualLevels;
    if ('thinkingLevel' in thinking && !levels.includes(String(thinking.thinkingLevel).toLowerCase()))
      throw new InvalidRequest(`Invalid value at 'generation_config.thinking_config.thinking_level'`);
    if (thinking.thinkingBudget === 0 && thinking.includeThoughts === true)
      throw new InvalidRequest('include_thoughts is only enabled when thinking is enabled.');
    const { contents } = body;
    if (!Array.isArray(contents) || contents.length === 0)
      throw new InvalidRequest('* GenerateContentRequest.contents: contents is not specified');
    return {
      model: decodeURIComponent(model),
      stream: verb === 'streamGenerateContent',
      turns: [...systemOf(body.systemInstruction), ...contents.map(turnOf)],
      limit: numberOrNull(config.maxOutputTokens),
      reasoning: thinking.includeThoughts === true ? 'shown' : 'hidden',
      settings: config,
      wantsUsage: true,
      asArray: query.get('alt') !== 'sse',
    };
  });
}

function systemOf(instruction: unknown): RequestTurn[] {
  if (!isJson(instruction)) return [];
  return [{ ...turnOf({ ...instruction, role: 'user' }, 0), role: 'system' }];
}

function turnOf(content: unknown, at: number): RequestTurn {
  if (!isJson(content)) throw new InvalidRequest(`Invalid value at 'contents[${at}]'`);
  const role = content.role ?? 'user';
  if (role !== 'user' && role !== 'model') throw new InvalidRequest('Please use a valid role: user, model.');
  if (!Array.isArray(content.parts) || content.parts.length === 0)
    throw new InvalidRequest(
      `* GenerateContentRequest.contents[${at}].parts: contents.parts must not be empty.`,
    );
  const texts: string[] = [];
  const files: RequestFile[] = [];
  for (const [index, part] of content.parts.entries()) {
    const read = partOf(part, `contents[${at}].parts[${index}]`);
    if (typeof read === 'string') texts.push(read);
    else if (read) files.push(read);
  }
  return role === 'model'
    ? { role: 'assistant', text: texts.join(''), files }
    : { role: 'user', text: texts.join('\n'), files };
}

function partOf(given: unknown, where: string): string | RequestFile | null {
  const part = camel(isJson(given) ? given : {});
  if (part.thought === true) return null;
  const kinds = ['text', 'inlineData', 'fileData'].filter((kind) => kind in part);
  if (kinds.length !== 1)
    throw new InvalidRequest(`* ${where}.data: required oneof field 'data' must have one initialized field`);
  if (typeof part.text === 'string') return part.text;
  if (isJson(part.inlineData)) {
    const inline = known(part.inlineData, ['mimeType', 'data'], `${where}.inline_data`);
    const mediaType = String(inline.mimeType);
    const data = String(inline.data ?? '');
    if (!accepted.test(mediaType)) throw new InvalidRequest(`Unsupported MIME type: ${mediaType}`);
    if (!isBase64(data))
      throw new InvalidRequest(
        `Invalid value at '${where}.inline_data.data' (TYPE_BYTES), Base64 decoding failed`,
      );
    return { name: null, mediaType, bytes: sizeOfBase64(data) };
  }
  return { name: null, mediaType: 'by address', bytes: null };
}
