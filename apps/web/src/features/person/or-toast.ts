import { toast } from '../../ui/index.ts';
import { reasonOf } from './model-error.ts';

/** Says what came of something a person pressed: `done`, or why not. Answers whether it was done; never rejects. */
export async function orToast(act: Promise<unknown>, done?: string): Promise<boolean> {
  try {
    await act;
    if (done) toast({ title: done });
    return true;
  } catch (error) {
    toast({
      tone: 'destructive',
      title: error instanceof Error ? error.message : 'Something went wrong',
      text: reasonOf(error),
    });
    return false;
  }
}
