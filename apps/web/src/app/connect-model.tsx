import { useState } from 'react';
import { lazy } from '../lib/lazy/lazy.ts';
import { useLazy } from '../lib/lazy/use-lazy.ts';
import { connectRequested } from '../lib/state/connect-requested.ts';
import { useLive } from '../lib/state/use-live.ts';

const configuration = lazy(() => import('./api-configuration.ts').then((module) => module.ApiConfiguration));
const close = () => connectRequested.dispatch(false);

/** The API Configuration dialog, over any page. */
export function ConnectModel() {
  const wanted = useLive(connectRequested, (now) => now);
  const isOpen = wanted !== false;
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen && !wasOpen) setWasOpen(true);
  const Configuration = useLazy(configuration, wasOpen);
  return (
    Configuration && (
      <Configuration open={isOpen} at={wanted} onOpenChange={connectRequested.dispatch} onSaved={close} />
    )
  );
}
