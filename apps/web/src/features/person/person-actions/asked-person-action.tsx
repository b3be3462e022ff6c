import { useLayoutEffect } from 'react';
import { useLive } from '../../../lib/state/use-live.ts';
import { PersonActionDialog } from './person-action-dialog.tsx';
import { personActionRequest } from './person-action-request.ts';

const close = () => personActionRequest.dispatch(null);

/** Asks before what was asked for about a person in a row of this page. */
export function AskedPersonAction() {
  const asked = useLive(personActionRequest, (now) => now);
  // It must not be open on the next page, without what was typed.
  useLayoutEffect(() => close, []);
  return asked && <PersonActionDialog {...asked} onClose={close} />;
}
