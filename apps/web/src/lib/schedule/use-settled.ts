import { useEffect, useState } from 'react';

/** The value once it has not changed for this many ms. */
export function useSettled<Value>(value: Value, ms: number): Value {
  const [settled, settle] = useState(value);
  useEffect(() => {
    const timer = setTimeout(settle, ms, value);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}
