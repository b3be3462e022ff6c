import { type ReactNode, useMemo } from 'react';
import { CollapseIcon, ExpandIcon, IconButton } from '../../../ui/index.ts';
import { MessageActions } from '../actions/message-actions.tsx';
import { lettersInLine } from '../window/row-estimate.ts';
import { useRowState } from '../window/row-memory.ts';
import { Foldable } from './foldable.tsx';
import { contentOf, isLong, type Message } from './message.ts';
import styles from './message-frame.module.css';

/** Whether it has many lines, as it was written or on this screen. */
const isLongHere = (message: Message) => isLong(contentOf(message), lettersInLine(innerWidth));

interface BubbleProps {
  message: Message;
  /** Buttons of this kind of message. */
  actions: ReactNode;
  /** Stands at the end of the row under it. */
  more?: ReactNode;
  children: ReactNode;
}

/** What a message says, and under it what can be done with it. */
export function Bubble({ message, actions, more, children }: BubbleProps) {
  const [isFolded, setFolded] = useRowState(message.id, 'isFolded');
  const isGrowing = message.role === 'assistant' && message.isGrowing;
  // Whether it is long is not asked of every delta; a double-click asks for itself.
  const canFold = useMemo(() => !isGrowing && isLongHere(message), [message, isGrowing]);

  function doubleClicked() {
    if (!isLongHere(message)) return;
    // The word that a double-click selects was not meant.
    getSelection()?.removeAllRanges();
    setFolded(!isFolded);
  }

  return (
    <>
      <div className={styles.bubble}>
        <Foldable isFolded={isFolded} onToggle={doubleClicked}>
          {children}
        </Foldable>
      </div>
      <MessageActions message={message}>
        {actions}
        {canFold && (
          <IconButton
            label={isFolded ? 'Expand message' : 'Collapse message'}
            small
            aria-expanded={!isFolded}
            onClick={() => setFolded(!isFolded)}
          >
            {isFolded ? <ExpandIcon size={16} /> : <CollapseIcon size={16} />}
          </IconButton>
        )}
        {more}
      </MessageActions>
    </>
  );
}
