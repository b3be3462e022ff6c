import { type HostName, hosts } from './hosts.ts';
import type { Imitation } from './imitation.ts';

const key = 'demo-key';
const rows: { provider: string; host: HostName; key: string }[] = [
  { provider: 'OpenAI', host: 'openai', key },
  { provider: 'Gemini', host: 'gemini', key },
  { provider: 'Anthropic', host: 'anthropic', key },
  { provider: 'DeepSeek', host: 'deepseek', key },
  { provider: 'Grok', host: 'grok', key },
  { provider: 'OpenAI (as Ollama)', host: 'ollama', key: 'none' },
];

/** What `npm run demo` prints: the address, and what to paste there. */
export function pasteTable(imitation: Pick<Imitation, 'endpoint'>, app: string): string {
  const cells = [
    ['Provider', 'API Key', 'API Endpoint', 'Model Name'],
    ...rows.map((row) => [
      row.provider,
      row.key,
      // the model has a field of its own; without it the line stays short enough to read
      imitation.endpoint(row.host).replace(/\/models\/.*$/, ''),
      hosts[row.host].model,
    ]),
  ];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...cells.map((row) => (row[column] ?? '').length)));
  const lines = cells.map((row) =>
    `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('   ')}`.trimEnd(),
  );
  lines.splice(1, 0, `  ${widths.map((width) => '─'.repeat(width)).join('   ')}`);
  return [
    '',
    `Polylogue is running. Open ${app}/chat in a browser.`,
    '',
    'No AI and no money here: five imitated providers answer from this computer.',
    'Press Settings on that page, choose a provider, and paste the values in its row:',
    '',
    ...lines,
    '',
    'Press Save Changes, then say anything. Some messages do something special:',
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
