import { type FormEvent, type KeyboardEvent, useRef } from 'react';
import { useLocation } from 'wouter';
import { safeStorage } from '../../lib/state/storage.ts';
import { IconButton, SendIcon, sends, textBoxStyles } from '../../ui/index.ts';
import styles from './begin.module.css';

/**
 * What the chat is to send as soon as it opens. It lives in the tab: the chat takes it out when it sends it, or when it
 * puts it into its own text box because nothing can be sent yet.
 */
const beginEntry = 'polylogue.begin';
const tab = safeStorage(() => sessionStorage);

/** Begins a conversation: what is written here is sent in the chat. */
export function Begin() {
  const [, navigate] = useLocation();
  const box = useRef<HTMLTextAreaElement>(null);

  function begin(event?: FormEvent) {
    event?.preventDefault();
    const text = box.current?.value ?? '';
    if (text.trim() === '') return box.current?.focus();
    tab.write(beginEntry, text);
    navigate('/chat');
  }

  function onKeyDown(event: KeyboardEvent) {
    if (!sends(event.nativeEvent)) return;
    event.preventDefault();
    begin();
  }

  return (
    <form className={textBoxStyles.frame} aria-label="New conversation" onSubmit={begin}>
      <textarea
        ref={box}
        className={`${textBoxStyles.box} ${styles.box}`}
        rows={1}
        aria-label="Message"
        dir="auto"
        placeholder="Message…"
        enterKeyHint="send"
        autoComplete="off"
        onKeyDown={onKeyDown}
      />
      <div className={styles.buttons}>
        <IconButton type="submit" label="Send" tone="accent">
          <SendIcon />
        </IconButton>
      </div>
    </form>
  );
}
