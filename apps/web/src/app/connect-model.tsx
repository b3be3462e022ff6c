import { useState } from 'react';
import { connecting } from '../features/account/index.ts';
import { lazy } from '../lib/lazy/lazy.ts';
import { useLazy } from '../lib/lazy/use-lazy.ts';
import { useLive } from '../lib/state/use-live.ts';

const configuration = lazy(() => import('../features/keys/index.ts').then((door) => door.ApiConfiguration));
const close = () => connecting.dispatch(false);

/** The API Configuration dialog, over a page that knows nothing about keys. */
export function ConnectModel() {
  const isOpen = useLive(connecting, (isWanted) => isWanted);
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen && !wasOpen) setWasOpen(true);
  const Configuration = useLazy(configuration, wasOpen);
  return Configuration && <Configuration open={isOpen} onOpenChange={connecting.dispatch} onSaved={close} />;
}
