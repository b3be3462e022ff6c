import type { SuggestionSource } from '../composer/suggestions/index.ts';
import { foldersOf } from '../conversation/index.ts';
import { records } from '../record/list/index.ts';
import { foundPrompts, type Prompt, promptsOf } from './prompt.ts';
import styles from './prompt-source.module.css';
import { variablesOf } from './template.ts';

/** How many prompts are suggested, beside the library. */
const most = 5;

interface PromptSourceNeeds {
  /** Asks for the variables of a prompt, and writes it. */
  fill(prompt: Prompt): void;
  openLibrary(): void;
}

/** Prompts after a slash that begins the text or follows a space. None is sent: it is put into the box. */
export function promptSource({ fill, openLibrary }: PromptSourceNeeds): SuggestionSource {
  return {
    label: 'Prompts',
    typedAt(text, caret) {
      const [typed = '', before = '', query = ''] =
        /(^|\s)\/([^\s/]{0,40})$/.exec(text.slice(0, caret)) ?? [];
      return typed === '' ? null : { from: caret - typed.length + before.length, query };
    },
    find(query) {
      const list = records.read() ?? [];
      const folders = foldersOf(list);
      const all = promptsOf(list);
      const found = foundPrompts(query, all, folders).slice(0, most);
      const library = {
        id: 'library',
        text: '',
        act: openLibrary,
        shown: <span className={styles.library}>{all.length === 0 ? 'Add a prompt…' : 'All prompts…'}</span>,
      };
      // A path or a date is no prompt.
      if (query !== '' && found.length === 0) return [];
      return [
        ...found.map((prompt) => {
          const hasVariables = variablesOf(prompt.text).length > 0;
          return {
            id: prompt.id,
            text: hasVariables ? '' : prompt.text,
            ...(hasVariables && { act: () => fill(prompt) }),
            shown: (
              <>
                <span className={styles.name} dir="auto">
                  {prompt.name}
                </span>
                <span className={styles.text} dir="auto">
                  {prompt.text.slice(0, 120)}
                </span>
              </>
            ),
          };
        }),
        library,
      ];
    },
  };
}
