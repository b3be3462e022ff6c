import { asList, asString, at, count } from '../json.ts';
import type { ListedModel, ModelPage } from '../wire.ts';

/** The models that generate content, without those only for images, speech or embeddings. */
export function list(page: unknown): ModelPage {
  const rows = asList(at(page, 'models')).filter((row) => {
    const can = asList(at(row, 'supportedGenerationMethods') ?? at(row, 'supportedActions'));
    return can.includes('generateContent') && !/image|tts|audio|embedding|robotics|live/.test(idOf(row));
  });
  const pageToken = asString(at(page, 'nextPageToken'));
  return { models: rows.map(listed), next: pageToken ? { pageToken } : null };
}

const idOf = (row: unknown) => asString(at(row, 'name')).replace(/^models\//, '');

function listed(row: unknown): ListedModel {
  const displayName = asString(at(row, 'displayName'));
  const contextWindow = count(at(row, 'inputTokenLimit'));
  const maxOutputTokens = count(at(row, 'outputTokenLimit'));
  return {
    id: idOf(row),
    ...(displayName && { displayName }),
    ...(contextWindow && { contextWindow }),
    ...(maxOutputTokens && { maxOutputTokens }),
  };
}
