import { spaceLimits } from '@polylogue/sync';
import { mentionedNames } from '@polylogue/sync/spaces';
import type { Command } from '../core/command.ts';
import { memberStore } from '../store/member-store.ts';

/** How many names of a text are looked up. */
const mostNames = 100;

/** The members whom a post mentions: those given, then those whose usernames are in its text. */
export async function mentionedMembers(
  { open, space, me }: Command,
  body: string,
  given: readonly string[],
): Promise<string[]> {
  const meant = mentionedNames(body).slice(0, mostNames).map(meanings);
  const named = new Map(
    (await memberStore(open.trx).named(space.space_id, meant.flat())).map((one) => [
      one.username,
      one.user_id,
    ]),
  );
  const here = new Set(
    (await memberStore(open.trx).among(space.space_id, given)).map(({ user_id }) => user_id),
  );
  const ids = [
    ...given.filter((id) => here.has(id)),
    ...meant.flatMap((all) => named.get(all.find((name) => named.has(name)) ?? '') ?? []),
  ];
  return [...new Set(ids)].filter((id) => id !== me.user_id).slice(0, spaceLimits.mentions);
}

/** The usernames that a name in a text may stand for: the end of a sentence may be part of it. */
function meanings(name: string): string[] {
  const shorter = /[._]$/.test(name) ? meanings(name.slice(0, -1)) : [];
  return [name, ...shorter];
}
