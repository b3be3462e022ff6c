import type { Failure } from './failure.ts';

/** Tokens, as the provider counted them. `output` includes `reasoning`; `input` includes `cachedInput`. */
export interface Usage {
  input: number;
  output: number;
  reasoning?: number;
  cachedInput?: number;
  /** US dollars, where the provider reports what it charges. */
  cost?: number;
}

/** Why an answer ended. `cut-off`: the connection closed before the provider said it was done. */
export type Ending = 'done' | 'length' | 'filtered' | 'refused' | 'paused' | 'tool' | 'cut-off' | 'other';

/** The events of an answer. The last one is always `ended` or `failed`, unless the caller aborted. */
export type AnswerEvent =
  | { type: 'text'; text: string }
  | { type: 'reasoning'; text: string }
  | { type: 'usage'; usage: Usage }
  | { type: 'model'; model: string }
  /** `raw` is the provider's reason as it came, `says` what it said about it, if anything. */
  | { type: 'ended'; because: Ending; raw: string | null; says?: string }
  | { type: 'failed'; failure: Failure };
