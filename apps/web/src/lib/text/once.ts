/** What makes something, but once only for each argument. */
export function once<Made, Of>(make: (of?: Of) => Made): (of?: Of) => Made {
  const made = new Map<Of | undefined, Made>();
  return (of) => {
    const known = made.get(of);
    if (known !== undefined) return known;
    const now = make(of);
    made.set(of, now);
    return now;
  };
}
