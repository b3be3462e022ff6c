/** Why no answer came, or why it broke off. */
export type FailureKind =
  | 'key' // 401, or a provider's own way of saying so
  | 'permission'
  | 'no-credit'
  | 'model'
  | 'too-long'
  | 'rate-limit'
  | 'overloaded'
  | 'server'
  | 'refused' // the provider blocked the question or its answer
  | 'connect' // no readable answer: offline, CORS, DNS, mixed content, or an openai 401
  | 'bad-answer' // an answer came that is not in any shape we know
  | 'unsupported-provider'
  | 'other';

export interface Failure {
  kind: FailureKind;
  /** The provider's own words, cut to 500 characters, key-shaped text masked; ours where it said nothing. */
  message: string;
  /** HTTP status, when a response came. */
  status?: number;
  retryable: boolean;
  /** How long the provider asks us to wait, in milliseconds. */
  retryAfter?: number;
  /** The whole body or event as it came (masked, cut to 4,000 characters), for a Details disclosure. */
  details?: string;
}
