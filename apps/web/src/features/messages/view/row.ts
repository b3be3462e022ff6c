import type { RefCallback } from 'react';
import type { Fork } from './list-state.ts';
import type { ListedMessage } from './message.ts';

/** One message of a list, for the code that draws it. */
export interface Row {
  message: ListedMessage;
  /** Its position among all messages, from 1. */
  position: number;
  count: number;
  /** Takes the element, which is measured while it is on the page. */
  row: RefCallback<HTMLElement>;
  /** The newest message by someone else fades in. */
  isNewest: boolean;
  canRetry: boolean;
  /** The other versions of it; null when there are none. */
  fork: Fork | null;
  /** The messages above it are not sent. */
  isFirstSent: boolean;
}
