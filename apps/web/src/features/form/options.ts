import { useEffect, useState } from 'react';
import { call } from '../../api/index.ts';
import { later } from '../../lib/later.ts';

/** Who may sign up, and which challenge the forms show: asked once, it changes with the server only. */
const options = later(() => call('GET /api/auth/options', {}));

/** `now` is undefined until the server has told; `ask` is for when it could not. */
export function useOptions() {
  const [isFailed, setFailed] = useState(false);
  const [now, setNow] = useState(options.now);

  function ask() {
    setFailed(false);
    options.fetch().then(setNow, () => setFailed(true));
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once, and again only by hand
  useEffect(() => {
    if (!now) ask();
  }, []);
  return { now, isFailed, ask };
}
