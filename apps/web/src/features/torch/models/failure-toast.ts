import type { Toast } from '../../../ui/index.ts';
import { type Failure, failureSentence } from '../../keys/index.ts';
import type { ModelEndpoint } from './model-terms.ts';

/** Why the key of this browser did not answer. */
export interface KeyFailure {
  failure: Failure;
  connection: ModelEndpoint;
  /** The space that it is lent to; null: it is the member's own question, or lent for one question alone. */
  lent_to: string | null;
  /** When its provider may answer again (milliseconds since 1970), where it is only at a limit. */
  until?: number;
}

/** Of a question that nothing is lent for any longer; what concerns a lend stands in the bar over every page. */
export const failureToast = (failed: KeyFailure, openModels: () => void): Toast => ({
  title: 'Your key could not answer',
  text: failureCause(failed),
  tone: 'destructive',
  action: { label: 'Models & keys', act: openModels },
});

export function failureCause({ failure, connection }: KeyFailure): string {
  const { cause } = failureSentence(failure, connection.provider, connection.endpoint);
  // Some providers refuse a wrong key in a way that a page cannot read.
  return failure.kind === 'connect' ? `${cause} Check its address and the key.` : cause;
}
