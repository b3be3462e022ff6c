import type { Listed, ListedModel, ModelCatalogue, SavedProvider } from '../../../keys/index.ts';
import { type ModelSummary, modelSummary } from './model-summary.ts';

/** A model that can be asked, and the saved connection it belongs to. */
export interface Model {
  connection: SavedProvider;
  model: string;
  name: string;
  summary: ModelSummary;
}

/** The models of one saved connection. */
export interface ModelGroup {
  connection: SavedProvider;
  label: string;
  models: readonly Model[];
}

/**
 * The models of a connection: those it listed for its key, otherwise the known ones that are not retired. Another
 * host that uses a provider's format has none until it has listed its own. The saved model is always among them.
 */
export function modelsOf(
  connection: SavedProvider,
  { models, isElsewhere }: Pick<Listed, 'models' | 'isElsewhere'>,
  catalogue: ModelCatalogue,
  at: number,
): Model[] {
  const { provider } = connection;
  const known = isElsewhere
    ? []
    : catalogue.knownModelsOf(provider).filter(({ id }) => !catalogue.retirementOf(provider, id));
  const all: readonly ListedModel[] = models ?? known.map(({ id }) => ({ id }));
  const saved: readonly ListedModel[] = all.some(({ id }) => id === connection.model)
    ? []
    : [{ id: connection.model }];
  return [...saved, ...all].map((listed) => {
    const info = catalogue.modelInfo(provider, listed.id);
    // A dated id of a known model would share its name, and two models with one name would be confusing.
    const knownName = info?.id === listed.id ? info.displayName : undefined;
    return {
      connection,
      model: listed.id,
      name: knownName ?? listed.displayName ?? listed.id,
      summary: modelSummary(listed, info, info && !isElsewhere ? catalogue.priceAt(info, 0, at) : null),
    };
  });
}

/** The label of each group; when two have the same name, their API format tells them apart. */
export function groupLabels(
  connections: readonly SavedProvider[],
  companyOf: (one: SavedProvider) => string,
) {
  return connections.map((one) => {
    const isShared = connections.some((other) => other !== one && other.name === one.name);
    return isShared ? `${one.name} · ${companyOf(one)}` : one.name;
  });
}

/** The models that have every word of the text in their own names or their connection's. */
export function matching(groups: readonly ModelGroup[], text: string): readonly ModelGroup[] {
  const words = text.trim().toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return groups;
  return groups
    .map((group) => ({
      ...group,
      models: group.models.filter(({ name, model }) => {
        const searched = `${name} ${model} ${group.label}`.toLowerCase();
        return words.every((word) => searched.includes(word));
      }),
    }))
    .filter(({ models }) => models.length > 0);
}

/** The typed text as the name of a model of this connection; null when it is empty or one of the listed models. */
export function typedModel(group: ModelGroup | undefined, text: string): string | null {
  const model = text.trim();
  if (!group || model === '' || /\s/.test(model)) return null;
  return group.models.some((one) => one.model === model) ? null : model;
}
