import { accessEntry, readAccessToken } from '../api/access-token.ts';
import { storage } from '../lib/state/storage.ts';
import { isFolded } from '../ui/frame/index.ts';

/** Keeps up to date what first.ts found out about the frame before anything was painted. */
export function keepFrame(root: HTMLElement = document.documentElement): () => void {
  const look = () => {
    root.toggleAttribute('data-signed-in', readAccessToken(storage.read(accessEntry)) !== null);
    root.toggleAttribute('data-folded', isFolded());
  };
  look();
  return storage.listen(look);
}
