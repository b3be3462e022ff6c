import { isBlank } from '@polylogue/sync';
import { type RefObject, useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { firstMessage } from '../../lib/drafts/first-message.ts';
import { holdsKey, loadSavedKeys, savedKeysChanged } from '../../lib/drafts/saved-keys.ts';
import { browserClock } from '../../lib/schedule/clock.ts';
import { tabStorage } from '../../lib/state/storage.ts';
import { Button, IconButton, SendIcon } from '../../ui/index.ts';
import { useConnected } from '../account/index.ts';
import { Composer, type TextBox } from '../composer/index.ts';
import { type BoxSuggestions, ComposerPrompts } from '../prompts/index.ts';
import styles from './begin.module.css';

/** The storage entry of unsent text, which survives visiting another page. */
const unsentEntry = 'polylogue.begin_unsent';

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
export function Begin({ isFirst, box }: { isFirst: boolean; box: RefObject<TextBox | null> }) {
  const isConnected = useConnected();
  const [, navigate] = useLocation();
  const [unsent] = useState(unsentText);
  const [suggestions, setSuggestions] = useState<BoxSuggestions | null>(null);
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

  function begin(text: string): boolean {
    if (isBlank(text)) return false;
    firstMessage.pass(text);
    navigate('/chat');
    return true;
  }

  return (
    <>
      <Composer
        ref={box}
        label="New conversation"
        box={{ ...suggestions?.box, placeholder: 'Message…' }}
        onKey={suggestions?.pressed}
        above={<ComposerPrompts box={box} given={suggestions} onChange={setSuggestions} />}
        draft={unsent}
        onSend={begin}
        end={
          <IconButton type="submit" label="Send" tone="accent">
            <SendIcon />
          </IconButton>
        }
      />
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
