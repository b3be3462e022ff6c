import type { Toast } from '../../ui/index.ts';
import { type Failure, failureSentence } from '../keys/index.ts';
import type { Connection } from './model-terms.ts';

/** Why the key of this browser did not answer: others see no more than that it did not. */
export interface KeyFailure {
  failure: Failure;
  connection: Connection;
  /** The space that it is lent to; null: it is the member's own question. */
  lent_to: string | null;
}

export function failureToast({ failure, connection, lent_to }: KeyFailure, openModels: () => void): Toast {
  const { cause, hint } = failureSentence(failure, connection.provider, connection.endpoint);
  return {
    title: lent_to === null ? 'Your key could not answer' : `Your key could not answer in ${lent_to}`,
    text: hint ? `${cause} ${hint}` : cause,
    tone: 'destructive',
    action: { label: 'Models & keys', act: openModels },
  };
}
