import { toast } from '../../../ui/index.ts';
import { ModelError, reasonOf } from './model-error.ts';

/** Shows a toast with the outcome of an action: `done`, or why it failed. Never rejects. */
export async function orToast<Answer>(
  act: Promise<Answer>,
  done: string | ((answer: Answer) => string),
): Promise<void> {
  try {
    const answer = await act;
    toast({ title: typeof done === 'string' ? done : done(answer) });
  } catch (error) {
    toast({
      tone: 'destructive',
      title: error instanceof ModelError ? error.message : 'Something went wrong',
      text: reasonOf(error),
    });
  }
}
