import { toast } from '../../../ui/index.ts';
import { reasonOf } from './model-error.ts';

/** Says what came of something a person pressed: `done`, or why not. Never rejects. */
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
      title: error instanceof Error ? error.message : 'Something went wrong',
      text: reasonOf(error),
    });
  }
}
