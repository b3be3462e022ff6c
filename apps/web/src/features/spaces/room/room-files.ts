import { openPostFiles, type PostFiles } from './post-files.ts';

const opened = new Map<string, PostFiles>();

/** The files beside the text box of a room: they wait there while other pages of the app are visited. */
export function roomFiles(entry: string, needs: Parameters<typeof openPostFiles>[0]): PostFiles {
  const files = opened.get(entry) ?? openPostFiles(needs);
  opened.set(entry, files);
  return files;
}

// A file cannot be stored for the next visit as a draft can.
addEventListener('beforeunload', (event) => {
  if ([...opened.values()].some((files) => files.read().length > 0)) event.preventDefault();
});
