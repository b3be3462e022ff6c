import type { ProviderName } from '../../keys/index.ts';
import type { ModelCatalogue } from './model-catalogue.ts';

/** A menu of more is no menu; the dialog searches in all of them. */
const most = 24;

/**
 * The models to choose among: those its provider listed for the key, else those we know of that still answer. Of another
 * host that only speaks like the provider (`isElsewhere`) nothing is known before it has listed its own.
 */
export function modelChoices(
  provider: ProviderName,
  current: string,
  listed: readonly string[] | null,
  isElsewhere: boolean,
  catalogue: ModelCatalogue | undefined,
): { value: string; label: string }[] {
  const known = (isElsewhere ? [] : (catalogue?.modelsOf(provider) ?? []))
    .map(({ id }) => id)
    .filter((id) => !catalogue?.retirementOf(provider, id));
  const ids = (listed ?? known).slice(0, most);
  return [...new Set([current, ...ids])].map((id) => {
    const info = catalogue?.modelInfo(provider, id);
    // A dated id of a known model shares its name: two of a name would be a riddle.
    return { value: id, label: info?.id === id ? info.displayName : id };
  });
}
