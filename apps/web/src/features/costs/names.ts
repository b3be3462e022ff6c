import type { CostNames } from './breakdown.ts';

const date = new Intl.DateTimeFormat(undefined, {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
});
const shortDate = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric', timeZone: 'UTC' });
const month = new Intl.DateTimeFormat(undefined, { month: 'long', year: 'numeric', timeZone: 'UTC' });
const shortMonth = new Intl.DateTimeFormat(undefined, { month: 'short', year: 'numeric', timeZone: 'UTC' });

const of = (format: Intl.DateTimeFormat) => (day: number) => format.format(day * 86_400_000);

export const dayName = of(date);
export const shortDayName = of(shortDate);
export const monthName = of(month);
export const shortMonthName = of(shortMonth);

type KnownModels = typeof import('@polylogue/providers/known-models');

/** Null: there may be others. */
interface Known {
  /** What a provider, or a server that speaks its language, is called. */
  providerName(provider: string, host: string): string;
  models: Pick<KnownModels, 'modelInfo'> | undefined;
  conversations: readonly { id: string; title: string; href: string; folder: string | null }[] | null;
  folders: readonly { id: string; name: string }[] | null;
  spaces: readonly { id: string; name: string }[] | null;
}

/** The names of everything that can cost something. */
export function costNames({ providerName, models, conversations, folders, spaces }: Known): CostNames {
  const titles =
    conversations && new Map(conversations.map(({ id, title, href }) => [id, { name: title, href }]));
  const foldersById = folders && new Map(folders.map((one) => [one.id, one]));
  const folderIds = conversations && new Map(conversations.map(({ id, folder }) => [id, folder]));
  const rooms = spaces && new Map(spaces.map(({ id, name }) => [id, { name, href: `/spaces/${id}` }]));
  return {
    month: monthName,
    day: dayName,
    provider: providerName,
    model: (provider, model) =>
      models?.modelInfo(provider as Parameters<KnownModels['modelInfo']>[0], model)?.displayName ?? model,
    conversation: titles && ((id) => titles.get(id)),
    folderOf: foldersById && folderIds && ((id) => foldersById.get(folderIds.get(id) ?? '')),
    space: rooms && ((id) => rooms.get(id)),
  };
}
