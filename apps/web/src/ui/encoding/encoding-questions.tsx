import type { EncodingQuestion } from '../../lib/files/encoding-question.ts';
import { lazy } from '../../lib/lazy/lazy.ts';
import { useLazy } from '../../lib/lazy/use-lazy.ts';

interface EncodingQuestionsProps {
  files: readonly { id: string | number; name: string; question?: EncodingQuestion | null }[];
}

const dialog = lazy(() => import('./encoding-dialog.tsx').then((file) => file.EncodingDialog));

/** Asks in which encodings these texts are, one after the other. */
export function EncodingQuestions({ files }: EncodingQuestionsProps) {
  const asked = files.find(({ question }) => question);
  const Dialog = useLazy(dialog, asked !== undefined);
  return Dialog && asked?.question && <Dialog key={asked.id} name={asked.name} question={asked.question} />;
}
