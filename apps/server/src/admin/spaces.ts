import { type CliCommand, CommandError } from './command.ts';
import { shown } from './table.ts';

export const spaceCommands: readonly CliCommand[] = [
  {
    name: 'close-space',
    usage: '<id of a space> [--undo]',
    summary: 'Close a space: no one can read it, post in it or join it any more.',
    more: [
      '--undo   opens it again',
      'Its people see in their list that it was closed. Nothing is deleted.',
      'The id is in a report about the space, and in its address: /spaces/<id>.',
    ],
    words: [1, 1],
    options: { undo: { type: 'boolean' } },
    async run({ words: [id = ''], options: { undo = false } }, { spaces, print, note }) {
      const operated = await spaces();
      const space = (await operated.find(id)) ?? none(id);
      const isClosed = space.closed_at !== null;
      const name = shown(space.name);
      if (isClosed !== (undo === true)) return print(`${name} is already ${isClosed ? 'closed' : 'open'}.`);
      await operated.close(id, !isClosed);
      const about = { subject: space.owner_id ?? undefined, space: id };
      note(isClosed ? 'space-reopened' : 'space-closed', about);
      print(isClosed ? `${name} is open again.` : `${name} is closed.`);
    },
  },
];

function none(id: string): never {
  throw new CommandError(`There is no space ${id}. The id of a space is in its address: /spaces/<id>.`);
}
