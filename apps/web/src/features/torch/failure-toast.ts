import type { Toast } from '../../ui/index.ts';
import { type Failure, failureSentence } from '../keys/index.ts';
import type { ModelEndpoint } from './model-terms.ts';

/** Why the key of this browser did not answer: others see no more than that it did not. */
export interface KeyFailure {
  failure: Failure;
  connection: ModelEndpoint;
  /** The space that it is lent to; null: it is the member's own question. */
  lent_to: string | null;
}

export function failureToast({ failure, connection, lent_to }: KeyFailure, openModels: () => void): Toast {
  const { cause } = failureSentence(failure, connection.provider, connection.endpoint);
  return {
    title: lent_to === null ? 'Your key could not answer' : `Your key could not answer in ${lent_to}`,
    // Some providers refuse a wrong key in a way that a page cannot read.
    text: failure.kind === 'connect' ? `${cause} Check its address and the key.` : cause,
    tone: 'destructive',
    action: { label: 'Models & keys', act: openModels },
  };
}
