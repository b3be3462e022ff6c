import { asList, asString, at, count } from '../json.ts';
import type { ListedModel, ModelPage } from '../wire.ts';

/** The models that are not retired yet. */
export function list(page: unknown): ModelPage {
  const rows = asList(at(page, 'data')).filter(
    (row) => asString(at(row, 'id')) !== '' && at(row, 'lifecycle') !== 'retired',
  );
  const lastId = asString(at(page, 'last_id'));
  const hasMore = at(page, 'has_more') === true && lastId !== '';
  return { models: rows.map(listed), next: hasMore ? { after_id: lastId } : null };
}

function listed(row: unknown): ListedModel {
  const displayName = asString(at(row, 'display_name'));
  const contextWindow = count(at(row, 'max_input_tokens'));
  const maxOutputTokens = count(at(row, 'max_tokens'));
  const retires = asString(at(row, 'retires_at'));
  const readsImages = at(row, 'capabilities', 'image_input', 'supported');
  return {
    id: asString(at(row, 'id')),
    ...(displayName && { displayName }),
    ...(contextWindow && { contextWindow }),
    ...(maxOutputTokens && { maxOutputTokens }),
    ...(retires && { retires: retires.slice(0, 10) }),
    ...(typeof readsImages === 'boolean' && { readsImages }),
  };
}
