import { useEffect, useState } from 'react';

/** A value; once it is null, what it was before for so many milliseconds, so that what depends on it does not flicker. */
export function useKept<Value>(value: Value | null, milliseconds: number): Value | null {
  const [kept, setKept] = useState(value);
  if (value !== null && value !== kept) setKept(value);
  const isGone = value === null && kept !== null;
  useEffect(() => {
    if (!isGone) return;
    const timer = setTimeout(() => setKept(null), milliseconds);
    return () => clearTimeout(timer);
  }, [isGone, milliseconds]);
  return value ?? kept;
}
