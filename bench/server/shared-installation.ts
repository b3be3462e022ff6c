import { type Installation, install } from './installation.ts';

type Options = NonNullable<Parameters<typeof install>[0]>;

let current: { key: string; installation: Installation } | undefined;

/** The last installation again if the options are the same: filling a database takes longer than a run. */
export async function installation(options: Options): Promise<Installation> {
  const key = JSON.stringify(options);
  if (current?.key === key) return current.installation;
  await stopInstallation();
  current = { key, installation: await install(options) };
  return current.installation;
}

export async function stopInstallation(): Promise<void> {
  const last = current;
  current = undefined;
  await last?.installation.stop();
}
