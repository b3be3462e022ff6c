import { accessEntry, readAccessToken } from '../api/access-token.ts';
import { storage } from '../lib/state/storage.ts';
import { personColour } from '../ui/index.ts';

/** Shows the member’s own messages in the colour that others see. The token says whose they are before the server does. */
export function keepOwnColour(
  style: Pick<CSSStyleDeclaration, 'setProperty' | 'removeProperty'> = document.documentElement.style,
): () => void {
  const paint = () => {
    const owner = readAccessToken(storage.read(accessEntry))?.owner;
    if (owner) style.setProperty('--me', personColour(owner));
    else style.removeProperty('--me');
  };
  paint();
  return storage.listen(paint);
}
