import { toast } from '../../ui/index.ts';

/** Milliseconds after which people wonder whether anything happens. */
const patience = 1_000;

/** Says what is being done while it takes longer than a moment. */
export async function sayWhenSlow<Result>(title: string, work: Promise<Result>): Promise<Result> {
  let close = () => {};
  const timer = setTimeout(() => {
    close = toast({ title });
  }, patience);
  try {
    return await work;
  } finally {
    clearTimeout(timer);
    close();
  }
}
