import { manyOf } from '../../../lib/text/counts.ts';
import { Disclosure } from '../../../ui/index.ts';
import { Quote } from './quote.tsx';
import type { Quoted } from './quotes.ts';

/** Which messages a question was asked without, as one line that opens. */
export function LeftOutView({ leftOut, onGoTo }: { leftOut: readonly Quoted[]; onGoTo(id: string): void }) {
  if (leftOut.length === 0) return null;
  return (
    <Disclosure title={`Asked without ${manyOf(leftOut.length, 'message')}`}>
      {leftOut.map((quote, at) => (
        <Quote key={quote.id ?? at} quote={quote} onGoTo={onGoTo} />
      ))}
    </Disclosure>
  );
}
