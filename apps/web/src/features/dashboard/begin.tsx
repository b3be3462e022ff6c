import { isBlank } from '@polylogue/sync';
import { type RefObject, useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { access } from '../../api/index.ts';
import { firstMessage } from '../../lib/drafts/first-message.ts';
import { loadSavedKeys } from '../../lib/drafts/saved-keys.ts';
import { Button, IconButton, SendIcon } from '../../ui/index.ts';
import { useConnected } from '../account/index.ts';
import { Composer, type TextBox } from '../composer/index.ts';
import { type BoxSuggestions, ComposerPrompts } from '../prompts/index.ts';
import styles from './begin.module.css';
import { homeDraft } from './home-draft.ts';

const firstQuestions = [
  'What can you help me with?',
  'Explain to a child why the sky is blue',
  'Suggest a game for an evening with friends',
];

/** Starts a conversation: the text is sent in the chat. New members see suggested questions. */
export function Begin({ isFirst, box }: { isFirst: boolean; box: RefObject<TextBox | null> }) {
  const isConnected = useConnected();
  const [, navigate] = useLocation();
  const [draft] = useState(() => homeDraft(access.read()?.owner ?? null));
  const [suggestions, setSuggestions] = useState<BoxSuggestions | null>(null);
  // No draft may hold a key.
  useEffect(() => void loadSavedKeys().catch(() => {}), []);

  function send(text: string): boolean {
    if (isBlank(text)) return false;
    draft.pass(text);
    navigate('/chat');
    return true;
  }

  function ask(question: string) {
    firstMessage.pass(question);
    navigate('/chat');
  }

  return (
    <>
      <Composer
        ref={box}
        label="New conversation"
        box={{ ...suggestions?.box, placeholder: 'Message…' }}
        onKey={suggestions?.pressed}
        above={<ComposerPrompts box={box} given={suggestions} onChange={setSuggestions} />}
        draft={draft}
        onSend={send}
        end={
          <IconButton type="submit" label="Send" tone="accent">
            <SendIcon />
          </IconButton>
        }
      />
      {isFirst && isConnected && (
        <fieldset className={styles.questions} aria-label="Questions to begin with">
          {firstQuestions.map((question) => (
            <Button key={question} small onClick={() => ask(question)}>
              {question}
            </Button>
          ))}
        </fieldset>
      )}
    </>
  );
}
