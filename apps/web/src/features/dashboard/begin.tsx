import { type FormEvent, type KeyboardEvent, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { tabStorage } from '../../lib/state/storage.ts';
import { firstMessage } from '../../lib/unsaved/first-message.ts';
import { Button, fitText, IconButton, isSendKey, SendIcon, textBoxStyles } from '../../ui/index.ts';
import { useConnected } from '../account/index.ts';
import styles from './begin.module.css';

/** The storage entry of unsent text, which survives visiting another page. */
const unsentEntry = 'polylogue.begin_unsent';

const tallest = 160;

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
  useLayoutEffect(fit, []);

  function fit() {
    if (box.current) fitText(box.current, tallest);
  }

  function begin(text: string) {
    firstMessage.pass(text);
    if (text === box.current?.value) tabStorage.remove(unsentEntry);
    navigate('/chat');
  }

  function send(event: Pick<FormEvent, 'preventDefault'>) {
    event.preventDefault();
    const text = box.current?.value ?? '';
    if (text.trim() === '') return box.current?.focus();
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
          defaultValue={tabStorage.read(unsentEntry) ?? ''}
          onChange={({ currentTarget }) => {
            fit();
            tabStorage.write(unsentEntry, currentTarget.value);
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
