import type { AnswerEvent, Failure, QuestionMessage } from '@polylogue/providers';
import type { Masker } from './masking.ts';

/** Masks keys in the events of one answer. */
export interface MaskedAnswer {
  mask(event: AnswerEvent): AnswerEvent[];
  /** Text that is held back because a key might begin in it. Returned only once. */
  heldBack(): AnswerEvent[];
}

/** @param messages what was said before: a reply that is to be continued is the last one in it */
export function maskedAnswer(masker: Masker, messages: readonly QuestionMessage[]): MaskedAnswer {
  const before = messages.findLast(({ role }) => role === 'assistant')?.parts.at(-1);
  const growing = {
    reasoning: masker.pieces(),
    text: masker.pieces(before?.type === 'text' ? before.text : ''),
  };

  function heldBack(): AnswerEvent[] {
    return (['reasoning', 'text'] as const)
      .map((type) => ({ type, text: growing[type].end() }))
      .filter(({ text }) => text !== '');
  }

  return {
    heldBack,
    mask(event) {
      switch (event.type) {
        case 'text':
        case 'reasoning': {
          const text = growing[event.type].add(event.text);
          if (text === event.text) return [event];
          return text === '' ? [] : [{ type: event.type, text }];
        }
        case 'model':
          return [{ ...event, model: masker.text(event.model) }];
        case 'ended':
          return [
            ...heldBack(),
            {
              ...event,
              raw: event.raw && masker.text(event.raw),
              ...(event.says !== undefined && { says: masker.text(event.says) }),
            },
          ];
        case 'failed':
          return [...heldBack(), { ...event, failure: maskedFailure(masker, event.failure) }];
        case 'usage':
          return [event];
      }
    },
  };
}

/** The adapters mask the key in use; only this folder knows the others. */
export function maskedFailure(masker: Masker, failure: Failure): Failure {
  return {
    ...failure,
    message: masker.text(failure.message),
    ...(failure.details !== undefined && { details: masker.text(failure.details) }),
  };
}
