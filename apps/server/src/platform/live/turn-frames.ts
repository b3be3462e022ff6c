import type { BrowserFrame } from '@polylogue/contract';

/** The frames of a browser about a turn that it was offered. */
export type TurnFrame = Extract<
  BrowserFrame,
  { type: 'append' | 'heartbeat' | 'declined' | 'failed' | 'spent' }
>;

export interface FrameSender {
  connection: string;
  userId: string;
  /** Whether they may write in this space, and no block is between them and who asked. */
  mayAnswer(askedBy: string): Promise<boolean>;
}

/** A domain's turns, registered at boot: all that sockets know about them. */
export interface TurnListener {
  /** From a browser that watches the space. Returns as soon as it is in the queue of the turn. */
  frameReceived(frame: TurnFrame, from: FrameSender): void;
  /** A browser no longer watches the space; `isLeft`: its page was left, and will not connect again. */
  watcherLeft(spaceId: string, connection: string, isLeft: boolean): void;
  /** The browsers that can answer in a space have changed. */
  torchesChanged(spaceId: string): void;
  /** Another node has changed a turn. */
  changedElsewhere(spaceId: string, turnId: string): void;
}
