import { lastUserText, type ModelRequest } from './model-request.ts';

/** The imitated provider, for the sentences that name it. */
export interface Speaker {
  /** Shown to people: "OpenAI". */
  title: string;
}

export const reasoningText =
  'The person wrote something and expects an answer. I am an imitation, so there is nothing to work out; ' +
  'but a page has to show reasoning as it comes, so here are a few sentences of it.\n\n' +
  'First I would look at the question, then at what was said before, and then I would decide how long the ' +
  'answer should be. A heading, a list and some code will do.';

export const refusalText = 'I will not help with that. This is the imitation refusing, as it was asked to.';

/** Everything a hostile model might try in markdown; none of it may run, load or navigate by itself. */
export const hostileMarkdown = `Here is a picture from somewhere else:

![a foreign image](https://tracker.example/pixel.png?who=you)

<img src="https://tracker.example/raw.png" onerror="window.hacked = true">
<script>window.hacked = true</script>
<iframe src="https://tracker.example/frame"></iframe>

[looks harmless](javascript:window.hacked=true) · [also data](data:text/html,<script>window.hacked=true</script>) · [vb](vbscript:msgbox(1)) · [tab](java\tscript:window.hacked=true)

<a href="https://tracker.example/" onclick="window.hacked = true">a raw link</a> · <https://example.com/autolink>

![inline](data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9ImFsZXJ0KDEpIi8+) and [a plain good link](https://example.com/good "with a title").
`;

/** What a provider must never say. */
export const leaked = ({ key }: ModelRequest): string => `You sent me the key ${key}, that is \`${key}\`.`;

/** What arrived, readable: for tests, and for anyone who wonders what their browser sends. */
export function echoed(request: ModelRequest): string {
  const lines = request.turns.flatMap((turn) => [
    `${turn.role}: ${turn.text}`,
    ...turn.files.map(
      (file) =>
        `${turn.role} file: ${file.name ?? '(no name)'} ${file.mediaType} ${file.bytes === null ? 'by address' : `${file.bytes} bytes`}`,
    ),
  ]);
  const fence = '`'.repeat(
    Math.max(3, ...[...lines.join('\n').matchAll(/`+/g)].map(([run]) => run.length + 1)),
  );
  const settings =
    Object.keys(request.settings).length > 0 ? `settings: ${JSON.stringify(request.settings)}\n` : '';
  return `${fence}text\nmodel: ${request.model}\n${settings}${lines.join('\n')}\n${fence}\n`;
}

/** The answer to a message without a directive: honest, varied, and made to show what the page can do. */
export function welcome(request: ModelRequest, speaker: Speaker): string {
  const turns = request.turns.filter(({ role }) => role === 'user').length;
  const question = lastUserText(request).trim();
  const files = request.turns.findLast(({ role }) => role === 'user')?.files ?? [];
  const variant = variants[(Math.max(turns, 1) - 1) % variants.length] as Variant;
  return variant({ ...speaker, model: request.model, question, files: received(files), turns });
}

function received(files: ModelRequest['turns'][number]['files']): string {
  if (files.length === 0) return '';
  const each = files.map(
    (file) => `- \`${file.name ?? file.mediaType}\` (${file.mediaType}, ${size(file.bytes)})`,
  );
  return `\n\nI received ${files.length === 1 ? 'a file' : `${files.length} files`} with it:\n\n${each.join('\n')}`;
}

const size = (bytes: number | null) =>
  bytes === null
    ? 'only its address'
    : bytes < 1000
      ? `${bytes} bytes`
      : `${(bytes / 1000).toLocaleString('en', { maximumFractionDigits: 1 })} kB`;

interface Scene extends Speaker {
  model: string;
  question: string;
  files: string;
  turns: number;
}
type Variant = (scene: Scene) => string;

const quoted = (question: string) => {
  const line = question.replace(/\s+/g, ' ');
  return line.length > 80 ? `${line.slice(0, 80).trim()}…` : line;
};

const variants: Variant[] = [
  ({ title, model, question, files }) => `## Hello from the imitation of ${title}

No AI read your message: I am a small program on your own machine that speaks ${title}'s wire format as \`${model}\`. You wrote:

> ${quoted(question) || '(nothing)'}${files}

Real answers look much like this one:

- **streamed** word by word, at a reading pace
- with *markdown*: lists, tables, code and [links](https://example.com)
- and you can press **Stop** at any time

| You type | You get |
| --- | --- |
| \`/tokens 2000 rate=200 kind=mixed\` | a long answer, fast |
| \`/reasoning\` | reasoning first, where the provider shows it |
| \`/cut-event\` | a connection that breaks |
| \`/status 429\` | a refusal |

\`\`\`js
const answer = await ask('one AI', { to: 'many humans' });
console.log(answer);
\`\`\`

Ask me something else; I have a few more things to show.
`,
  ({ title, question, files }) => `### Still the imitation of ${title}

You said "${quoted(question)}". A real model would now think about it; I only pretend, so here is a short list of things worth trying instead.${files}

1. Send a picture or a PDF with the upload buttons and I will tell you what arrived.
2. Write several lines with **Shift+Enter**.
3. Double-click a long message to fold it.

- [x] Answer politely
- [x] Show a task list
- [ ] Understand the question

> Nothing you write here leaves this computer.

\`\`\`python
def honest(imitation: bool) -> str:
    return "I made this up." if imitation else "Let me think."
\`\`\`
`,
  ({ title, model, files }) => `## What you would see from \`${model}\`

The real ${title} counts tokens, and so do I: about four characters each.${files}

| | Imitation | Real provider |
| --- | :---: | :---: |
| Cost | nothing | yours to pay |
| Knows things | no | often |
| Speed | 60 tokens a second | varies |
| Fails on request | yes | never when you want it |

Try \`/error-in-stream\`, \`/stall 3000\` or \`/length\` and then *continue*, to see how failures look:

\`\`\`sh
npm run demo   # this imitation
npm start      # the app alone, for your own key
\`\`\`
`,
  ({
    title,
    question,
    turns,
    files,
  }) => `This is answer number ${turns} from the imitation of ${title}, and I am running out of new things to say about "${quoted(question)}".${files}

### A poem, then

> The stream arrives in little parts,  
> a frame, a word, a line;  
> and if the network breaks our hearts,  
> the words you have stay fine.

Some things a long conversation needs:

- a list that scrolls when **you** want it to
  - and stays where you are reading
- a button to go back to the top
- code you can copy:

\`\`\`ts
const members = ['you', 'your friends', 'one AI'];
\`\`\`
`,
];
