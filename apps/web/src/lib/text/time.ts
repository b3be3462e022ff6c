// Made when the first time is shown: they cost a page that loads 20 ms.
const short = once(() => new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' }));
const full = once(() => new Intl.DateTimeFormat(undefined, { dateStyle: 'long', timeStyle: 'medium' }));

/** Hours and minutes, as the reader writes them. */
export function shortTime(when: Date): string {
  return short().format(when);
}

/** Date and time to the second, as the reader writes them. */
export function fullTime(when: Date): string {
  return full().format(when);
}

function once<Made>(make: () => Made): () => Made {
  let made: Made | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
