import { type HostName, hosts } from './hosts.ts';
import type { Imitation } from './imitation.ts';

const key = 'demo-key';
const providers: { provider: string; type: string; host: HostName; key: string }[] = [
  { provider: 'OpenAI', type: 'openai', host: 'openai', key },
  { provider: 'Gemini', type: 'gemini', host: 'gemini', key },
  { provider: 'Anthropic', type: 'anthropic', host: 'anthropic', key },
  { provider: 'DeepSeek', type: 'deepseek', host: 'deepseek', key },
  { provider: 'Grok', type: 'grok', host: 'grok', key },
  { provider: 'OpenAI (as Ollama)', type: 'openai', host: 'ollama', key: 'none' },
];

/** What one imitated provider is saved with. */
export interface PastedProvider {
  provider: string;
  type: string;
  key: string;
  endpoint: string;
  model: string;
}

export const demoRows = (imitation: Pick<Imitation, 'endpoint'>): PastedProvider[] =>
  providers.map(({ provider, type, host, key }) => ({
    provider,
    type,
    key,
    // the model has a field of its own; without it the line stays short enough to read
    endpoint: imitation.endpoint(host).replace(/\/models\/.*$/, ''),
    model: hosts[host].model,
  }));

/** What `npm run demo` prints: where to go, and what could be pasted there. */
export function pasteTable(rows: readonly PastedProvider[], app: string): string {
  const cells = [
    ['Provider', 'API Key', 'API Endpoint', 'Model Name'],
    ...rows.map((row) => [row.provider, row.key, row.endpoint, row.model]),
  ];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...cells.map((row) => (row[column] ?? '').length)));
  const lines = cells.map((row) =>
    `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('   ')}`.trimEnd(),
  );
  lines.splice(1, 0, `  ${widths.map((width) => '─'.repeat(width)).join('   ')}`);
  return [
    '',
    `Polylogue is running. Open ${app}/demo in a browser, and say anything.`,
    '',
    'No AI and no money here: five imitated providers answer from this computer. That page saves them in the',
    'browser. To enter one by hand, open Settings in the chat and paste its row:',
    '',
    ...lines,
    '',
    'Some messages do something special:',
    '',
    '  /tokens 2000 rate=200 kind=mixed   a long answer          /reasoning         thinking first',
    '  /cut-event                         the network breaks     /status 429        a refusal',
    '  /length, then "continue"           an answer in halves    /echo              what was received',
    '',
    `A key with "wrong", "broke", "limited" or "forbidden" in it is refused.`,
    'The complete list: packages/imitation/src/vocabulary.ts',
    '',
    'Ctrl-C stops both.',
    '',
  ].join('\n');
}
