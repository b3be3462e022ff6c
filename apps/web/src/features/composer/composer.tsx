import { type ClipboardEvent, type ComponentProps, type ReactNode, type Ref, useRef } from 'react';
import { pastedFiles, pastedText } from '../../lib/files/pasted-files.ts';
import { usePreference } from '../../lib/state/use-preference.ts';
import { classes, sendKey, textBoxStyles, useShortcuts } from '../../ui/index.ts';
import styles from './composer.module.css';
import type { TextBox, TextBoxNeeds } from './text-box.ts';
import { useTextBox } from './use-text-box.ts';

/** What takes files, and texts that are better off in one. */
export interface FileTarget {
  /** Files were pasted, dropped, or taken with a camera. */
  add(files: readonly File[]): void;
  /** A long text was pasted. Returns whether it was taken; otherwise the box takes it. */
  addText(text: string): boolean;
}

interface ComposerProps extends TextBoxNeeds {
  /** What screen readers call it. */
  label: string;
  /** What the box itself says and does. */
  box: Omit<ComponentProps<'textarea'>, 'value' | 'onKeyDown' | 'onPaste' | 'disabled'>;
  isDisabled?: boolean;
  /** Without it, only text can be pasted. */
  attach?: FileTarget;
  /** Above the text. */
  above?: ReactNode;
  /** Buttons under the text: at the beginning of their line, and at its end. */
  tools?: ReactNode;
  end: ReactNode;
  /** Opens the last message for editing. Returns whether there is one. */
  editLast?(): boolean;
  ref?: Ref<TextBox | null>;
}

/** The text box and its buttons. The text lives in the box itself: typing renders nothing. */
export function Composer(props: ComposerProps) {
  const { draft, onSend, onKey, isDisabled = false, attach, editLast } = props;
  const box = useRef<HTMLTextAreaElement>(null);
  const text = useTextBox(box, { draft, onSend, onKey }, isDisabled, props.ref);

  const sends = usePreference(sendKey);

  // The box handles Enter itself.
  useShortcuts([
    {
      id: 'send',
      keys: sends === 'enter' ? 'Enter' : 'Mod+Enter',
      label: 'Send',
      when: 'in the message box',
    },
    {
      id: 'new-line',
      keys: sends === 'enter' ? 'Shift+Enter' : 'Enter',
      label: 'New line',
      when: 'in the message box',
    },
    ...(editLast ? [editKey(() => isEmpty(box.current) && editLast())] : []),
  ]);

  function pasted(event: ClipboardEvent) {
    if (!attach) return;
    const files = pastedFiles(event.clipboardData);
    const long = pastedText(event.clipboardData);
    if (files.length > 0) attach.add(files);
    else if (long === null || !attach.addText(long)) return;
    event.preventDefault();
  }

  return (
    <form
      className={classes(textBoxStyles.frame, styles.composer)}
      aria-label={props.label}
      onSubmit={(event) => {
        event.preventDefault();
        text.current?.send();
      }}
    >
      {props.above}
      <textarea
        ref={box}
        className={classes(textBoxStyles.box, styles.box)}
        rows={1}
        aria-label="Message"
        enterKeyHint={sends === 'enter' ? 'send' : 'enter'}
        // Otherwise the browser would restore the text after a reload; the draft does that.
        autoComplete="off"
        disabled={isDisabled}
        onPaste={pasted}
        {...props.box}
      />
      <div className={styles.buttons}>
        {props.tools}
        <span className={styles.end}>{props.end}</span>
      </div>
    </form>
  );
}

const editKey = (act: () => boolean) => ({
  id: 'edit',
  keys: 'ArrowUp',
  label: 'Edit the last message',
  when: 'in an empty message box',
  act,
});

const isEmpty = (box: HTMLTextAreaElement | null) => document.activeElement === box && box?.value === '';
