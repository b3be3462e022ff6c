import type { PastedProvider } from './paste.ts';

/** What a browser stores of a provider. */
interface Connection {
  type: string;
  apiKey: string;
  endpoint: string;
  model: string;
}

/** What the demo's own server serves besides the app: a page whose script stores the imitated providers and goes to /chat. */
export function demoFiles(rows: readonly PastedProvider[]): Record<string, { type: string; text: string }> {
  const connections = rows.map(({ type, key, endpoint, model }) => ({ type, apiKey: key, endpoint, model }));
  return {
    '/demo': { type: 'text/html', text: page },
    '/demo.css': { type: 'text/css', text: style },
    '/demo.js': { type: 'text/javascript', text: `(${store})(${JSON.stringify(connections)});\n` },
  };
}

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>Polylogue demo</title>
<link rel="stylesheet" href="/demo.css">
<script src="/demo.js" defer></script>
</head>
<body>
<main>
<h1>Polylogue demo</h1>
<p id="words" role="status">Connecting the imitated providers…</p>
<p><button id="use" type="button" hidden>Use the imitated providers</button></p>
<p><a href="/chat">To the chat</a></p>
</main>
</body>
</html>
`;

const style = `body { margin: 0; font: 1rem/1.5 system-ui, sans-serif; }
main { max-inline-size: 34rem; margin: 15vh auto 0; padding: 0 1.5rem; }
h1 { font-size: 1.5rem; }
button { font: inherit; padding: 0.6rem 1.2rem; cursor: pointer; }
`;

/** Runs in the browser, so everything it needs is inside. */
function store(connections: Connection[]) {
  const entries = {
    type: 'ai_provider',
    endpoint: 'openai_endpoint',
    model: 'openai_model',
    apiKey: 'openai_api_key',
  };
  const list = 'polylogue.connections';
  const originOf = (endpoint: string) => URL.parse(endpoint)?.origin;
  const isOurs = (one: Connection) =>
    connections.some(
      ({ type, endpoint }) => type === one.type && originOf(endpoint) === originOf(one.endpoint),
    );

  /** What is saved already, the one in use last. */
  function saved(): Connection[] {
    const all: Connection[] = [];
    try {
      const listed = JSON.parse(localStorage.getItem(list) ?? '[]');
      if (Array.isArray(listed)) all.push(...listed);
    } catch {
      // Rubbish counts as nothing.
    }
    const inUse = {
      type: localStorage.getItem(entries.type) ?? '',
      endpoint: localStorage.getItem(entries.endpoint) ?? '',
      model: localStorage.getItem(entries.model) ?? '',
      apiKey: localStorage.getItem(entries.apiKey) ?? '',
    };
    return inUse.type === '' || inUse.endpoint === '' ? all : [...all, inUse];
  }

  function use() {
    const [first] = connections;
    if (!first) return;
    const others = saved().filter((one) => !isOurs(one));
    localStorage.setItem(list, JSON.stringify([...others, ...connections.slice(1), first]));
    localStorage.removeItem(entries.apiKey);
    localStorage.setItem(entries.type, first.type);
    localStorage.setItem(entries.endpoint, first.endpoint);
    localStorage.setItem(entries.model, first.model);
    localStorage.setItem('polylogue.key_host', originOf(first.endpoint) ?? '');
    localStorage.setItem(entries.apiKey, first.apiKey);
    location.replace('/chat');
  }

  const words = document.querySelector('#words');
  const button = document.querySelector<HTMLButtonElement>('#use');
  if (!words || !button) return;
  try {
    const hasOthers = saved().some((one) => !isOurs(one));
    button.addEventListener('click', use);
    button.hidden = !hasOthers;
    words.textContent = hasOthers
      ? 'This browser has a provider of its own at this address. It stays saved, and you can choose it again in the chat.'
      : words.textContent;
    if (!hasOthers) use();
  } catch {
    words.textContent =
      'This browser stores nothing at this address, so the demo cannot connect by itself: paste a row of the table in the terminal into Settings.';
  }
}
