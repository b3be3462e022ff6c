import { connectRequested } from '../../../lib/state/connect-requested.ts';
import { Button, KeyIcon } from '../../../ui/index.ts';
import { useConnected } from '../../account/index.ts';
import form from '../form.module.css';
import { TitlesSwitch } from './titles-switch.tsx';

/** Leads to the dialog of the connections: a page of an account never touches a key. */
export function ModelsSection() {
  const isConnected = useConnected();
  return (
    <>
      <p className={form.note}>
        {isConnected
          ? 'A model is connected in this browser. '
          : 'No model is connected in this browser yet. '}
        Your keys stay in this browser and go straight to the provider they belong to, never to Polylogue’s
        server.
      </p>
      <Button
        className={form.start}
        tone={isConnected ? 'plain' : 'accent'}
        onClick={() => connectRequested.dispatch(true)}
      >
        <KeyIcon size={18} />
        {isConnected ? 'Change models and keys' : 'Connect a model'}
      </Button>
      <TitlesSwitch />
    </>
  );
}
