import { accessEntry, readAccessToken } from '../api/access-token.ts';
import { storage } from '../lib/state/storage.ts';
import { isFolded } from '../ui/frame/index.ts';

/** What first.ts has found out about the frame before anything was painted, brought up to date from then on. */
export function keepFrame(root: HTMLElement = document.documentElement): () => void {
  const look = () => {
    root.toggleAttribute('data-signed-in', readAccessToken(storage.read(accessEntry)) !== null);
    root.toggleAttribute('data-folded', isFolded());
  };
  look();
  return storage.listen(look);
}
