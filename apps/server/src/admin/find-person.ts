import { type AccountServices, CommandError } from './command.ts';

/** The account with this username, email address or id; throws a readable error if there is none. */
export async function findPerson({ users }: AccountServices, name: string) {
  const account = await users.find(name);
  if (account) return account;
  throw new CommandError(
    `There is no account called ${name}. npm run admin -- users ${name} searches for parts of a name.`,
  );
}
