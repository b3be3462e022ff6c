import { CommandError, type People } from './command.ts';

/** The account of this username, e-mail address or id. Throws with a sentence when there is none. */
export async function person({ users }: People, name: string) {
  const account = await users.find(name);
  if (account) return account;
  throw new CommandError(
    `There is no account called ${name}. npm run admin -- users ${name} searches for parts of a name.`,
  );
}
