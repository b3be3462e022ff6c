import { useEffect, useId } from 'react';
import { lazy } from '../../../lib/lazy/lazy.ts';
import { useLazy } from '../../../lib/lazy/use-lazy.ts';
import { live } from '../../../lib/state/live.ts';
import { useLive } from '../../../lib/state/use-live.ts';
import { folderRequest } from './folder-requests.ts';

const dialogs = lazy(() => import('./folder-dialog.tsx'));

/** The places on the page that open dialogs; the last one does, such as the one in a drawer over the page. */
const hosts = live<readonly string[], readonly string[]>([], (_, now) => now);

/** Opens what was asked for about folders. */
export function FolderDialogs() {
  const id = useId();
  const isLast = useLive(hosts, (all) => all.at(-1) === id);
  const request = useLive(folderRequest, (now) => now);
  const Dialogs = useLazy(dialogs, request !== null);
  useEffect(() => {
    hosts.dispatch([...hosts.read(), id]);
    return () => {
      hosts.dispatch(hosts.read().filter((one) => one !== id));
      // The page was left: it must not be open on the next one, without what was typed.
      if (hosts.read().length === 0) folderRequest.dispatch(null);
    };
  }, [id]);
  if (!Dialogs || !request || !isLast) return null;
  return <Dialogs.FolderDialog request={request} onClose={() => folderRequest.dispatch(null)} />;
}
