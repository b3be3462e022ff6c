import { counted } from '../../../../lib/text/counts.ts';
import type { SavedProvider } from '../../../keys/index.ts';
import { type Model, type ModelGroup, matching, typedModel } from './model-groups.ts';
import { isSpelledOut, summaryInWords } from './model-summary.ts';
import { connectionId, type ListingState } from './use-listings.ts';

/** What a row of the picker does when it is picked. */
export type PickerChoice = { id: string; label: string; note?: string; isAside?: boolean } & (
  | { action: 'switch'; connection: SavedProvider; model: string }
  | { action: 'list'; connection: SavedProvider }
  | { action: 'configure' }
);

/** The most rows shown of a group; typing finds the others. */
const most = 60;

interface Shown {
  groups: readonly ModelGroup[];
  text: string;
  /** The connection in use. */
  chosen: SavedProvider | undefined;
  stateOf(connection: SavedProvider): ListingState | undefined;
}

/** The picker's rows: what matches the text, what to do about a failed listing, and the text itself as a name. */
export function pickerGroups({ groups, text, chosen, stateOf }: Shown) {
  const isSearching = text.trim() !== '';
  const found = matching(groups, text).map(({ connection, label, models }) => {
    const state = stateOf(connection);
    const aside = isSearching ? null : asideOf(connection, state);
    return {
      id: connectionId(connection),
      label,
      connection,
      ...wordsOf(state, models.length),
      items: [...(aside ? [aside] : []), ...models.slice(0, most).map(rowOf)],
    };
  });
  const typed = typedModel(
    groups.find(({ connection }) => connection === chosen),
    text,
  );
  if (!chosen || typed === null) return found;
  const own: PickerChoice = {
    id: 'typed',
    label: `Use “${typed}”`,
    action: 'switch',
    connection: chosen,
    model: typed,
  };
  return [
    ...found,
    { id: 'typed', label: `Another ${chosen.name} model, by name`, connection: chosen, items: [own] },
  ];
}

/** A unique id for a model of a connection. */
export const modelId = (connection: SavedProvider, model: string): string =>
  `${connectionId(connection)} ${model}`;

function rowOf({ connection, model, name, summary }: Model): PickerChoice {
  const note = [summaryInWords(summary), ...(isSpelledOut(name, model) ? [] : [model])]
    .filter(Boolean)
    .join(' · ');
  return {
    id: modelId(connection, model),
    label: name,
    ...(note && { note }),
    action: 'switch',
    connection,
    model,
  };
}

function asideOf(connection: SavedProvider, state: ListingState | undefined): PickerChoice | null {
  const id = `${connectionId(connection)} aside`;
  if (state?.type === 'on-request') {
    const label = 'Its key would travel unencrypted, so its models are not listed automatically.';
    return { id, label, note: 'List them', isAside: true, action: 'list', connection };
  }
  if (state?.type !== 'failed') return null;
  const label = `No list of models: ${state.why}`;
  return state.isKey
    ? { id, label, note: 'Open Settings', isAside: true, action: 'configure' }
    : { id, label, note: 'Try again', isAside: true, action: 'list', connection };
}

function wordsOf(state: ListingState | undefined, count: number): { state?: string } {
  if (state?.type === 'listing') return { state: 'Listing…' };
  return count > most ? { state: `${most} of ${counted(count)}: type to find the others` } : {};
}
