import { maxCharacters, readBeginning } from './body.ts';
import { connectFailure, fetchOptions, settingFailure, settingKey } from './call.ts';
import { isProvider } from './catalog.ts';
import { isOwnHost } from './endpoint.ts';
import { errorIn, type Failure, ownFailure, providerFailure, shownBody } from './failure.ts';
import { parseJson } from './json.ts';
import { modelInfo } from './known-models.ts';
import type { ProviderSetting } from './question.ts';
import { modelsUrl } from './request-url.ts';
import { retirementOf } from './retirement.ts';
import type { ListedModel, ModelPage } from './wire.ts';
import { wireOf } from './wires.ts';

export type Listing = { ok: true; models: ListedModel[] } | { ok: false; failure: Failure };

export interface ListingOptions {
  signal?: AbortSignal;
  /** Used instead of the page's own `fetch`. */
  fetch?: typeof globalThis.fetch;
}

/**
 * The models this key can use right now, completed with what we know about them. Never throws: a wrong key is a
 * failure like any other, and so is an abort.
 */
export async function availableModels(
  setting: ProviderSetting,
  options: ListingOptions = {},
): Promise<Listing> {
  if (!isProvider(setting.type)) return no(ownFailure('unsupported-provider', 'Unsupported provider'));
  // The list needs no model, but the check does.
  const failure = settingFailure({ ...setting, config: { ...setting.config, model: 'any' } });
  if (failure) return no(failure);
  const wire = wireOf(setting);
  const found: ListedModel[] = [];
  let next: ModelPage['next'] = {};
  for (let page = 1; next && page <= maxPages; page++) {
    const answer = await get(setting, next, options);
    if ('failure' in answer) return no(answer.failure);
    const listed = wire.list(answer.json);
    found.push(...listed.models);
    next = listed.next;
  }
  const unique = new Map(found.map((model) => [model.id, model]));
  return { ok: true, models: [...unique.values()].map((model) => completed(model, setting)) };
}

// A provider has a page or two; one whose pages never end is broken.
const maxPages = 20;

const no = (failure: Failure): Listing => ({ ok: false, failure });

async function get(setting: ProviderSetting, query: Record<string, string>, options: ListingOptions) {
  const { fetch = globalThis.fetch, signal = new AbortController().signal } = options;
  const { apiKey } = setting.config;
  const url = modelsUrl(setting);
  if (!url) return { failure: connectFailure(setting) };
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  try {
    const headers = wireOf(setting).headers(settingKey(setting));
    const response = await fetch(url, { headers, signal, ...fetchOptions });
    const { status, statusText, headers: responseHeaders } = response;
    const body = await readBeginning(response, signal, response.ok ? maxCharacters : undefined);
    const json = parseJson(body.trim());
    if (response.ok && typeof json === 'object' && json !== null && !errorIn(json)) return { json };
    if (response.ok && !errorIn(json)) return { failure: noList(setting, shownBody(body, apiKey)) };
    const failure = providerFailure(
      { body, ...(!response.ok && { status, statusText, headers: responseHeaders }) },
      apiKey,
    );
    // A missing list does not mean that a model is missing.
    return { failure: status === 404 ? noList(setting, failure.details, status) : failure };
  } catch {
    return { failure: signal.aborted ? ownFailure('other', 'Stopped.') : connectFailure(setting) };
  }
}

const noList = (setting: ProviderSetting, details?: string, status?: number) =>
  ownFailure(
    'bad-answer',
    isOwnHost(setting.type, setting.config.endpoint)
      ? 'The provider sent no list of models. Check the API Endpoint.'
      : 'There is no list of models at this address. Check the API Endpoint, or enter the model by hand.',
    { ...(details && { details }), ...(status && { status }) },
  );

/** The provider's data wins; ours fills the gaps. */
function completed(listed: ListedModel, { type }: ProviderSetting): ListedModel {
  const known = modelInfo(type, listed.id);
  const retires = retirementOf(type, listed.id)?.on;
  return {
    ...(known && { displayName: known.displayName, contextWindow: known.contextWindow }),
    ...(known?.maxOutputTokens && { maxOutputTokens: known.maxOutputTokens }),
    ...(retires && { retires }),
    ...listed,
  };
}
