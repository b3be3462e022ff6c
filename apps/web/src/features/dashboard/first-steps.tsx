import { Link } from 'wouter';
import { connectRequested } from '../../lib/state/connect-requested.ts';
import { Button, ButtonLink, CloseIcon, IconButton } from '../../ui/index.ts';
import {
  completeStep,
  meOf,
  useAccount,
  useCompletedSteps,
  useConnected,
  welcomeRequested,
} from '../account/index.ts';
import styles from './first-steps.module.css';
import { ShareAddress } from './share-address.tsx';

interface FirstStepsProps {
  isWithoutConversation: boolean;
  /** As far as is known. */
  isWithoutSpace: boolean;
  onAsk(): void;
}

/** First steps for new members: each disappears when done, and the list with the last one. */
export function FirstSteps({ isWithoutConversation, isWithoutSpace, onAsk }: FirstStepsProps) {
  const isConnected = useConnected();
  const taken = useCompletedSteps();
  const me = meOf(useAccount());
  const hasName = Boolean(me?.first_name || me?.last_name);

  const steps = [
    !isConnected && {
      title: 'Connect a model',
      text: 'Paste a key, or use a model on your own computer.',
      action: (
        <Button small tone="accent" onClick={() => connectRequested.dispatch(true)}>
          Connect a model
        </Button>
      ),
    },
    isWithoutConversation && {
      title: 'Ask something',
      text: 'Your first conversation is one question away.',
      action: (
        <Button small onClick={onAsk}>
          Ask something
        </Button>
      ),
    },
    isWithoutSpace && {
      title: 'Make a space',
      text: 'A live room for several people and one AI.',
      action: (
        <Link href="/spaces?new" asChild>
          <ButtonLink small>Make a space</ButtonLink>
        </Link>
      ),
    },
    !hasName &&
      !taken.has('introduced') && {
        title: 'Introduce yourself',
        text: 'Add your name, and choose who can find you.',
        action: (
          <Button small onClick={() => welcomeRequested.dispatch(true)}>
            Introduce yourself
          </Button>
        ),
      },
    !taken.has('invited') && {
      title: 'Invite someone',
      text: 'Send the address of this server to people you know.',
      action: <ShareAddress small label="Invite someone" onShared={() => completeStep('invited')} />,
    },
  ].filter((step) => step !== false);

  if (taken.has('hidden') || steps.length === 0) return null;
  return (
    <section aria-labelledby="first-steps" className={styles.strip}>
      <h2 id="first-steps" className={styles.heading}>
        First steps
      </h2>
      <ul className={styles.steps}>
        {steps.map(({ title, text, action }) => (
          <li key={title} className={styles.step}>
            <p>{text}</p>
            {action}
          </li>
        ))}
      </ul>
      <IconButton
        small
        label="Hide first steps"
        className={styles.hide}
        onClick={() => completeStep('hidden')}
      >
        <CloseIcon size={16} />
      </IconButton>
    </section>
  );
}
