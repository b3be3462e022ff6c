import { type FormEvent, type ReactNode, type RefObject, useRef, useState } from 'react';
import { Dialog, DialogTitle } from '../../ui/dialog/index.ts';
import { MaskedField } from '../../ui/index.ts';
import { meOf, useAccount } from '../account/index.ts';
import { FormEnd, isRefused, reasonOf } from '../person/index.ts';
import styles from './form.module.css';
import { ifForgotten } from './if-forgotten.ts';

interface PasswordDialogProps {
  open: boolean;
  onOpenChange(open: boolean): void;
  title: string;
  children?: ReactNode;
  label: string;
  busyLabel: string;
  /** Shown above the reason when it fails. */
  failed: string;
  /** Whether it cannot be undone. */
  isDangerous?: boolean;
  /** What gets the focus first, if not the password. */
  initialFocus?: RefObject<HTMLInputElement | null>;
  /** Whether the other fields are filled in. */
  isReady?: boolean;
  act(password: string): Promise<unknown>;
  /** What gets the focus when it closes, if not what had it before. */
  finalFocus?: (() => HTMLElement | null) | undefined;
}

/** Asks for the password before something only the account's owner may do. Closes when it is done. */
export function PasswordDialog({ open, onOpenChange, finalFocus, ...rest }: PasswordDialogProps) {
  // Once submitted it cannot be cancelled: the dialog stays open and shows the outcome.
  const [isBusy, setBusy] = useState(false);
  const first = useRef<HTMLInputElement>(null);
  return (
    <Dialog
      open={open}
      onOpenChange={(open) => isBusy || onOpenChange(open)}
      initialFocus={rest.initialFocus ?? first}
      finalFocus={finalFocus}
    >
      <DialogTitle>{rest.title}</DialogTitle>
      <PasswordForm
        {...rest}
        first={first}
        isBusy={isBusy}
        setBusy={setBusy}
        close={() => onOpenChange(false)}
      />
    </Dialog>
  );
}

interface PasswordFormProps
  extends Omit<PasswordDialogProps, 'open' | 'onOpenChange' | 'title' | 'finalFocus'> {
  first: RefObject<HTMLInputElement | null>;
  isBusy: boolean;
  setBusy(isBusy: boolean): void;
  close(): void;
}

// Inside the dialog, so that the password is discarded when it closes.
function PasswordForm(props: PasswordFormProps) {
  const {
    children,
    label,
    busyLabel,
    failed,
    isDangerous,
    isReady = true,
    act,
    first,
    isBusy,
    setBusy,
    close,
  } = props;
  const [password, setPassword] = useState('');
  const [wrong, setWrong] = useState<string>();
  const [error, setError] = useState<unknown>();
  const username = meOf(useAccount())?.username;

  async function send(event: FormEvent) {
    event.preventDefault();
    if (isBusy || !isReady) return;
    if (!password) {
      setWrong('Password is required');
      return first.current?.focus();
    }
    setBusy(true);
    setWrong(undefined);
    setError(undefined);
    try {
      await act(password);
      close();
    } catch (error) {
      if (isRefused(error, 403)) {
        setWrong(reasonOf(error));
        first.current?.select();
      } else setError(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <form className={styles.form} noValidate onSubmit={send}>
      {children}
      {/* So that password managers know whose password is asked for. */}
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <MaskedField
        ref={first}
        label="Your password"
        secret="password"
        name="password"
        autoComplete="current-password"
        steady
        error={wrong}
        hint={ifForgotten()}
        value={password}
        onChange={(event) => {
          setPassword(event.currentTarget.value);
          setWrong(undefined);
        }}
      />
      <FormEnd {...{ error, failed, isBusy, isReady, isDangerous, close }} send={label} sending={busyLabel} />
    </form>
  );
}
