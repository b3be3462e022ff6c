import { type ReactNode, useMemo } from 'react';
import { CollapseIcon, ExpandIcon, IconButton } from '../../../../ui/index.ts';
import { MessageActions } from '../actions/message-actions.tsx';
import { contentOf, isFoldable, type ListedMessage } from '../message.ts';
import { lettersInLine } from '../row-estimate.ts';
import { useRowState } from '../row-memory.ts';
import { Foldable } from './foldable.tsx';
import styles from './message-frame.module.css';

/** Whether it has many lines, in its source or on this screen. */
const isLongHere = (message: ListedMessage) => isFoldable(contentOf(message), lettersInLine(innerWidth));

interface BubbleProps {
  message: ListedMessage;
  /** Buttons for this kind of message. */
  actions: ReactNode;
  /** Shown at the end of the row below it. */
  more?: ReactNode;
  children: ReactNode;
}

/** A message's content, and the actions on it below. */
export function Bubble({ message, actions, more, children }: BubbleProps) {
  const [isFolded, setFolded] = useRowState(message.id, 'isFolded');
  const isGrowing = message.role === 'assistant' && message.isGrowing;
  // Its length is not checked for every delta; a double-click checks it then.
  const canFold = useMemo(() => !isGrowing && isLongHere(message), [message, isGrowing]);

  function doubleClicked() {
    if (!isLongHere(message)) return;
    // The double-click was not meant to select a word.
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
