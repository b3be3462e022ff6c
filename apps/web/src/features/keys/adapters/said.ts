import type { AnswerEvent, Listing, ProviderSetting, Question } from '@polylogue/providers';

/** What the page says to the worker that asks for it. `id` is one question's or one listing's. */
export type ToWorker =
  | { type: 'question'; id: number; question: Question }
  | { type: 'listing'; id: number; setting: ProviderSetting }
  /** A parcel has been opened: the next may come. */
  | { type: 'taken'; id: number }
  /** Nobody waits for it any more. */
  | { type: 'left'; id: number };

/** What the worker says to the page. */
export type FromWorker =
  /** It can be asked. */
  | { type: 'ready' }
  /** What has happened since the parcel before; nothing comes after the last one. */
  | { type: 'parcel'; id: number; events: AnswerEvent[]; isLast: boolean }
  | { type: 'listed'; id: number; listing: Listing }
  /** Something is wrong with our own code. */
  | { type: 'broken'; id: number };

/** One end of the line between them: a worker, or what a worker calls `self`. */
export interface Line<Out, In> {
  postMessage(message: Out): void;
  addEventListener(type: 'message', heard: (event: { data: In }) => void): void;
}
