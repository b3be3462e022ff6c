import { toast } from '../../../ui/index.ts';

/** Says why something was not done; returns that it was not. */
export function sayRefused(title: string, text: string): false {
  toast({ tone: 'destructive', title, text });
  return false;
}
