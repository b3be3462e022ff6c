import { type ReactNode, useMemo, useRef } from 'react';
import { flushSync } from 'react-dom';
import { CollapseIcon, IconButton, TextButton } from '../../../../ui/index.ts';
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
  const isEmpty = message.role === 'assistant' && !isGrowing && message.text.length === 0;
  // Its length is not checked for every delta; a double-click checks it then.
  const canFold = useMemo(() => !isGrowing && isLongHere(message), [message, isGrowing]);

  const button = useRef<HTMLButtonElement>(null);

  /** The pressed button gives way to the other one, with the focus. */
  function fold(isWanted: boolean) {
    flushSync(() => setFolded(isWanted));
    button.current?.focus({ preventScroll: true });
  }

  function doubleClicked() {
    if (!isLongHere(message)) return;
    // The double-click was not meant to select a word.
    getSelection()?.removeAllRanges();
    setFolded(!isFolded);
  }

  return (
    <>
      {!isEmpty && (
        <div className={styles.bubble}>
          <Foldable isFolded={isFolded} onToggle={doubleClicked}>
            {children}
          </Foldable>
          {isFolded && (
            <TextButton ref={button} aria-expanded={false} onClick={() => fold(false)}>
              Show all
            </TextButton>
          )}
        </div>
      )}
      <MessageActions message={message}>
        {actions}
        {canFold && !isFolded && (
          <IconButton ref={button} label="Collapse message" small aria-expanded onClick={() => fold(true)}>
            <CollapseIcon size={16} />
          </IconButton>
        )}
        {more}
      </MessageActions>
    </>
  );
}
