import { isBlank } from '@polylogue/sync';
import { type FormEvent, type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { browserClock } from '../../lib/schedule/clock.ts';
import { tabStorage } from '../../lib/state/storage.ts';
import { firstMessage } from '../../lib/unsaved/first-message.ts';
import { holdsKey, loadSavedKeys, savedKeysChanged } from '../../lib/unsaved/saved-keys.ts';
import { Button, fitText, IconButton, isSendKey, SendIcon, textBoxStyles } from '../../ui/index.ts';
import { useConnected } from '../account/index.ts';
import styles from './begin.module.css';

/** The storage entry of unsent text, which survives visiting another page. */
const unsentEntry = 'polylogue.begin_unsent';

const tallest = 160;

/** Milliseconds after the last key press until the text is stored. */
const pause = 300;

/** Keeps a text in this tab, but not while it holds a saved key. */
function unsentText() {
  let text = tabStorage.read(unsentEntry) ?? '';
  let callOff = () => {};
  function store() {
    callOff();
    if (text === '' || holdsKey(text)) tabStorage.remove(unsentEntry);
    else tabStorage.write(unsentEntry, text);
  }
  return {
    read: () => text,
    write(written: string) {
      text = written;
      callOff();
      callOff = browserClock.after(pause, store);
    },
    store,
  };
}

const firstQuestions = [
  'What can you help me with?',
  'Explain to a child why the sky is blue',
  'Suggest a game for an evening with friends',
];

/** Starts a conversation: the text is sent in the chat. New members see suggested questions. */
export function Begin({ isFirst }: { isFirst: boolean }) {
  const isConnected = useConnected();
  const [, navigate] = useLocation();
  const box = useRef<HTMLTextAreaElement>(null);
  const [unsent] = useState(unsentText);
  useLayoutEffect(fit, []);
  useEffect(() => {
    loadSavedKeys().catch(() => {});
    const stop = savedKeysChanged.listen(unsent.store);
    addEventListener('pagehide', unsent.store);
    return () => {
      stop();
      removeEventListener('pagehide', unsent.store);
      unsent.store();
    };
  }, [unsent]);

  function fit() {
    if (box.current) fitText(box.current, tallest);
  }

  function begin(text: string) {
    firstMessage.pass(text);
    if (text === box.current?.value) unsent.write('');
    navigate('/chat');
  }

  function send(event: Pick<FormEvent, 'preventDefault'>) {
    event.preventDefault();
    const text = box.current?.value ?? '';
    if (isBlank(text)) return box.current?.focus();
    begin(text);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (isSendKey(event.nativeEvent)) send(event);
  }

  return (
    <>
      <form className={textBoxStyles.frame} aria-label="New conversation" onSubmit={send}>
        <textarea
          ref={box}
          className={`${textBoxStyles.box} ${styles.box}`}
          rows={1}
          aria-label="Message"
          placeholder="Message…"
          enterKeyHint="send"
          autoComplete="off"
          defaultValue={unsent.read()}
          onChange={({ currentTarget }) => {
            fit();
            unsent.write(currentTarget.value);
          }}
          onKeyDown={onKeyDown}
        />
        <div className={styles.buttons}>
          <IconButton type="submit" label="Send" tone="accent">
            <SendIcon />
          </IconButton>
        </div>
      </form>
      {isFirst && isConnected && (
        <fieldset className={styles.questions} aria-label="Questions to begin with">
          {firstQuestions.map((question) => (
            <Button key={question} small onClick={() => begin(question)}>
              {question}
            </Button>
          ))}
        </fieldset>
      )}
    </>
  );
}
