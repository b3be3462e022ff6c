import type { CliCommand } from './command.ts';

export function helpText(commands: readonly CliCommand[]): string {
  const lines = commands.map(
    ({ name, usage, summary }) => `${`  ${name} ${usage}`.trimEnd()}\n      ${summary}`,
  );
  return `npm run admin -- <command>

${lines.join('\n')}

Name a person by username, email address or id. All commands except restore work while the server runs.
Run them as the user who runs the server, with the same environment (DATA_DIR, DATABASE_URL, PUBLIC_URL, …).
npm run admin -- help <command> explains one of them.`;
}

export function commandHelp({ name, usage, summary, more = [] }: CliCommand): string {
  const details = more.length > 0 ? `\n\n${more.join('\n')}` : '';
  return `npm run admin -- ${`${name} ${usage}`.trimEnd()}\n\n${summary}${details}`;
}
