import { type FormEvent, useState } from 'react';
import { useLocation } from 'wouter';
import { Dialog, DialogActions, DialogTitle } from '../../ui/dialog/index.ts';
import { Button, TextField } from '../../ui/index.ts';
import styles from './dialog-form.module.css';
import { codeIn } from './invitation-code.ts';

interface JoinDialogProps {
  open: boolean;
  onOpenChange(open: boolean): void;
}

export function JoinDialog({ open, onOpenChange }: JoinDialogProps) {
  const [, navigate] = useLocation();
  const [text, setText] = useState('');
  const [error, setError] = useState('');

  function go(event: FormEvent) {
    event.preventDefault();
    const code = codeIn(text);
    if (!code) {
      return setError('This is not an invitation link or code. Copy the whole link and paste it here.');
    }
    onOpenChange(false);
    navigate(`/spaces/join/${code}`);
  }

  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogTitle>Join Space</DialogTitle>
      <form className={styles.form} onSubmit={go} noValidate>
        <TextField
          label="Link or code"
          hint="A member of the space can send you one. Public spaces are listed on the Spaces page."
          error={error}
          value={text}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="go"
          onChange={(event) => {
            setText(event.currentTarget.value);
            setError('');
          }}
        />
        <DialogActions>
          <Button
            onClick={() => {
              onOpenChange(false);
              navigate('/spaces');
            }}
          >
            Go to Spaces
          </Button>
          <Button type="submit" tone="accent">
            Continue
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
