import type { RefCallback } from 'react';
import type { Fork } from '../listed.ts';
import type { Message } from '../message/message.ts';

/** One message of a list, for whoever draws it. */
export interface Row {
  message: Message;
  /** Which one it is of how many, from 1 on. */
  position: number;
  count: number;
  /** Takes the element while it is on the page. */
  row: RefCallback<HTMLElement>;
  /** The newest of what others have said fades in. */
  isNewest: boolean;
  canRetry: boolean;
  /** What there is in its place; null when there is nothing else. */
  fork: Fork | null;
  /** The messages above it are not sent. */
  isFirstSent: boolean;
}
