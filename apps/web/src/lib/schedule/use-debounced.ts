import { useEffect, useState } from 'react';

/** The value once it has not changed for this many ms. */
export function useDebounced<Value>(value: Value, ms: number): Value {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(setDebounced, ms, value);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return debounced;
}
