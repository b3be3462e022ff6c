import { catalog } from './catalog.ts';
import { endpointUrl, isOwnHost } from './endpoint.ts';
import type { ProviderSetting } from './question.ts';

/** The URL of a question. A base gets its path, a full URL is used as typed; null when it is not a URL. */
export function questionUrl({ type, config }: ProviderSetting): URL | null {
  const url = endpointUrl(config.endpoint);
  if (!url) return null;
  if (type === 'gemini') {
    url.pathname = `${geminiBase(url)}/${geminiModel(config.model)}:streamGenerateContent`;
    url.searchParams.delete('key'); // the key travels in its header, and two credentials are refused
    url.searchParams.set('alt', 'sse');
    return url;
  }
  const path = barePath(url);
  if (path === '' && isOwnHost(type, config.endpoint)) return new URL(catalog[type].defaultEndpoint);
  // Full, but for a slash with which providers know no such path.
  if (/\/(chat\/completions|messages)$/.test(path)) url.pathname = path;
  else if (type === 'anthropic') {
    if (path === '' || path.endsWith('/anthropic')) url.pathname = `${path}/v1/messages`;
    else if (endsInVersion.test(path)) url.pathname = `${path}/messages`;
  } else if (path === '' || endsInVersion.test(path) || isOpenaiBase(path))
    url.pathname = `${path}/chat/completions`;
  return url;
}

/** The URL of the list of models, derived from the endpoint of a question; null when it is not a URL. */
export function modelsUrl(setting: ProviderSetting): URL | null {
  const url = questionUrl(setting);
  if (!url) return null;
  if (setting.type === 'gemini') {
    url.pathname = `${geminiBase(url)}/models`;
    url.searchParams.delete('alt');
    url.searchParams.set('pageSize', '1000');
    return url;
  }
  url.pathname = `${barePath(url).replace(/\/(chat\/completions|[^/]+)$/, '')}/models`;
  if (setting.type === 'anthropic') url.searchParams.set('limit', '1000');
  return url;
}

const endsInVersion = /\/v\d+$/;
/** Where a company with an API of its own offers openai’s: `/v1beta/openai` at Google, `/compat` or `/openapi` elsewhere. */
const isOpenaiBase = (path: string) => /\/(openai|openapi|compat)$/.test(path) && /\/v\d\w*\//.test(path);

const barePath = (url: URL) => url.pathname.replace(/(?<!\/)\/+$/, '');

/** Everything up to the API version, or up to the model where no version is written. */
function geminiBase(url: URL): string {
  const versioned = /^(.*?\/v\d\w*)(\/|$)/.exec(url.pathname);
  if (versioned) return versioned[1] ?? '';
  return `${barePath(url).replace(/\/(models|tunedModels)(\/.*)?$/s, '')}/v1beta`;
}

/** `gemini-pro`, `models/gemini-pro` or `tunedModels/mine`, as a path. */
function geminiModel(model: string): string {
  const id = model.trim();
  const path = /^(models|tunedModels)\//.test(id) ? id : `models/${id}`;
  return path.split('/').map(encodeURIComponent).join('/');
}
