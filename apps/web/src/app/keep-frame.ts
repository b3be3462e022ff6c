import { accessEntry, readAccessToken } from '../api/access-token.ts';
import { storage } from '../lib/state/storage.ts';
import { isSidebarFolded } from '../ui/frame/index.ts';

/** Keeps the frame’s attributes up to date; first.ts has set them before anything was painted. */
export function keepFrame(root: HTMLElement = document.documentElement): () => void {
  const update = () => {
    root.toggleAttribute('data-signed-in', readAccessToken(storage.read(accessEntry)) !== null);
    root.toggleAttribute('data-folded', isSidebarFolded());
  };
  update();
  return storage.listen(update);
}
