import type { AnswerEvent, Failure, Listing, ProviderSetting, Question } from '@polylogue/providers';
import { logEvent } from '../../lib/state/events.ts';
import { providerOf } from './catalog.ts';
import { type MaskedAnswer, maskedAnswer } from './masked-answer.ts';
import { masker } from './masking.ts';
import type { Settings } from './setting.ts';
import type { Choice } from './setting-reader.ts';
import type { Problem, Stored } from './stored-setting.ts';

/** A question without a key: the setting is added here. */
export interface ChatQuestion extends Omit<Question, 'setting'> {
  /** Asks this saved provider, with the key saved for it, instead of the chosen one. */
  choice?: Choice | null;
}

interface AskOptions {
  signal: AbortSignal;
  fetch: typeof globalThis.fetch;
}

/** The code that asks providers. It throws only if it has a bug. */
export interface Adapters {
  /** Yields nothing more once the signal fires; otherwise the last event is `ended` or `failed`. */
  streamAnswer(question: Question, options: AskOptions): AsyncIterable<AnswerEvent>;
  availableModels(setting: ProviderSetting, options: { signal?: AbortSignal }): Promise<Listing>;
}

/** What listing models depends on. */
export interface Dependencies {
  settings: Pick<Settings, 'stored' | 'keys'>;
  /** Loaded when first needed. */
  adapters: () => Promise<Adapters>;
}

export interface AnswerDependencies extends Dependencies {
  /** Called when a reply names its model. */
  remember?: (setting: ProviderSetting, model: string) => void;
  /** Resolves at once, unless the page is being left: what breaks off then says nothing about the provider. */
  stays: (signal: AbortSignal) => Promise<void>;
}

/** The events of an answer, with keys masked. */
export interface Answer extends AsyncIterable<AnswerEvent> {
  /** Text that is held back because a key might begin in it: for a caller that stops before the end. */
  heldBack(): AnswerEvent[];
  /** Whether a request has left: before, it costs nothing. */
  wasSent(): boolean;
}

/**
 * Asks the currently chosen provider, or the saved one that the question names. Unless aborted, the last event is
 * `ended` or `failed`. Never throws, and never sends a key to an origin it was not saved for.
 */
export function answerWith(deps: AnswerDependencies, question: ChatQuestion, signal: AbortSignal): Answer {
  const { choice, ...rest } = question;
  const stored = deps.settings.stored(choice);
  const refusal = refusalOf(stored, choice);
  const masked = maskedAnswer(masker(deps.settings.keys()), rest.messages);
  let wasSent = false;
  const options: AskOptions = {
    signal,
    fetch(...request) {
      wasSent = true;
      return fetch(...request);
    },
  };
  const events =
    stored.state !== 'set' || refusal
      ? only(refusal ?? unknownFailure)
      : askProvider(deps, { ...rest, setting: stored.setting }, masked, options);
  return Object.assign(events, { heldBack: masked.heldBack, wasSent: () => wasSent });
}

async function* askProvider(
  deps: AnswerDependencies,
  question: Question,
  masked: MaskedAnswer,
  options: AskOptions,
): AsyncGenerator<AnswerEvent> {
  const { setting } = question;
  const { signal } = options;
  const adapters = await deps.adapters().catch(() => null);
  if (!adapters) await deps.stays(signal);
  if (signal.aborted) return;
  if (!adapters) return yield* only(unreachableFailure);
  logEvent('stream', `question to ${setting.type}`);
  try {
    for await (const received of adapters.streamAnswer(question, options)) {
      for (const event of masked.mask(received)) {
        if (isBroken(event)) await deps.stays(signal);
        if (signal.aborted) return;
        note(deps, setting, event);
        yield event;
      }
    }
  } catch {
    await deps.stays(signal);
    if (signal.aborted) return;
    yield* masked.heldBack();
    yield { type: 'failed', failure: unknownFailure };
  }
}

const isBroken = (event: AnswerEvent) =>
  event.type === 'failed' || (event.type === 'ended' && event.because === 'cut-off');

function note({ remember }: AnswerDependencies, setting: ProviderSetting, event: AnswerEvent) {
  if (event.type === 'model') {
    logEvent('stream', `answer of ${setting.type} began`);
    remember?.(setting, event.model);
  }
  if (event.type === 'ended') logEvent('stream', `answer of ${setting.type} ended`, event.because);
  if (event.type === 'failed') logEvent('stream', `answer of ${setting.type} failed`, event.failure.kind);
}

async function* only(failure: Failure): AsyncGenerator<AnswerEvent> {
  yield { type: 'failed', failure };
}

/** It has no name: probably a bug of ours. */
export const unknownFailure: Failure = { kind: 'other', message: '', retryable: false };
/** When a part of the app does not load, its server cannot be reached, and probably no other can. */
export const unreachableFailure: Failure = { kind: 'connect', message: '', retryable: true };

/** Why the stored setting cannot be used; null when it can. Our own sentences avoid the keywords that get rewritten. */
export function refusalOf(stored: Stored, choice?: Choice | null): Failure | null {
  if (stored.state === 'none') {
    const message = choice
      ? `${providerOf(choice.provider).company} is not set up yet. Add it in Settings.`
      : 'No provider is chosen. Open Settings and choose one.';
    return { kind: 'other', message, retryable: false };
  }
  if (stored.state === 'unsupported') {
    return { kind: 'unsupported-provider', message: 'Unsupported provider', retryable: false };
  }
  if (stored.setting.config.apiKey === '') {
    return { kind: 'key', message: 'The API key is empty.', retryable: false };
  }
  return stored.problem && { kind: 'other', message: problems[stored.problem], retryable: false };
}

const problems: Record<Problem, string> = {
  'other-origin':
    'The endpoint is no longer the address this key was saved for. Enter the key again in Settings.',
  'no-url': 'The endpoint in your settings is not a valid URL. Correct it in Settings.',
  'key-in-url':
    'The endpoint in your settings has a key in it. Open Settings and leave only the address there.',
  'key-garbled': 'The stored key contains invalid characters. Copy it again and enter it in Settings.',
};
