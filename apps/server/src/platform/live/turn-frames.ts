import type { BrowserFrame, ServerFrame } from '@polylogue/contract';

/** What a browser says of a turn that it was offered. */
export type TurnFrame = Extract<
  BrowserFrame,
  { type: 'append' | 'heartbeat' | 'declined' | 'failed' | 'spent' }
>;

/** What is said to the one browser that answers a turn, or should. */
export type HolderFrame = Extract<ServerFrame, { type: 'offer' | 'ack' | 'heartbeat-request' | 'revoked' }>;

/** A domain's turns, registered at boot: all that sockets know about them. */
export interface TurnListener {
  /** From a browser that watches the space. Returns as soon as it is in the queue of the turn. */
  said(frame: TurnFrame, from: { connection: string; userId: string }): void;
  /** A browser no longer watches the space. */
  gone(spaceId: string, connection: string): void;
  /** Somebody can answer in a space who could not before, or the other way round. */
  torchesChanged(spaceId: string): void;
  /** Another node has changed a turn. */
  changedElsewhere(spaceId: string, turnId: string): void;
}
