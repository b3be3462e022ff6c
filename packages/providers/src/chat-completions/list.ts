import { amount, asList, asString, at, count } from '../json.ts';
import type { ListedModel, ModelPage } from '../wire.ts';
import type { ChatDialect } from './dialect.ts';

/** The chat models, newest first where the list has their dates. */
export function list(page: unknown, dialect: ChatDialect): ModelPage {
  const rows = asList(Array.isArray(page) ? page : (at(page, 'data') ?? at(page, 'models')));
  const chatting = rows.filter((row) => {
    const id = asString(at(row, 'id'));
    return id !== '' && (dialect.chats === null || dialect.chats.test(id));
  });
  const made = (row: unknown) => amount(at(row, 'created')) ?? 0;
  return { models: chatting.toSorted((a, b) => made(b) - made(a)).map(listed), next: null };
}

function listed(row: unknown): ListedModel {
  const displayName = asString(at(row, 'name'));
  // vLLM, then OpenRouter and xAI.
  const contextWindow = count(at(row, 'max_model_len')) ?? count(at(row, 'context_length'));
  const maxOutputTokens = count(at(row, 'top_provider', 'max_completion_tokens'));
  const retires = asString(at(row, 'shutdown_date'));
  const price = priceIn(at(row, 'pricing'));
  // OpenRouter.
  const modalities = at(row, 'architecture', 'input_modalities');
  return {
    id: asString(at(row, 'id')),
    ...(displayName && { displayName }),
    ...(contextWindow && { contextWindow }),
    ...(maxOutputTokens && { maxOutputTokens }),
    ...(retires && { retires: retires.slice(0, 10) }),
    ...(price && { price }),
    ...(Array.isArray(modalities) && { readsImages: modalities.includes('image') }),
  };
}

/** OpenRouter's: dollars per token, as text; negative where it depends on the model the question is routed to. */
function priceIn(pricing: unknown): ListedModel['price'] {
  const perMillion = (text: unknown) =>
    asString(text).trim() === '' ? undefined : amount(Number((Number(text) * 1_000_000).toPrecision(6)));
  const input = perMillion(at(pricing, 'prompt'));
  const output = perMillion(at(pricing, 'completion'));
  return input === undefined || output === undefined ? undefined : { input, output };
}
