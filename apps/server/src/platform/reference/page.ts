import { STATUS_CODES } from 'node:http';
import { type Html, html } from './html.ts';
import { type Field, fieldsOf, type Schema, shapesOf, typeOf } from './shape.ts';

interface Content {
  [mediaType: string]: { schema: Schema & { $ref?: string } };
}

interface Parameter {
  name: string;
  in: string;
  required: boolean;
  description?: string;
  schema: Schema;
}

interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  security?: object[];
  parameters: Parameter[];
  requestBody?: { content: Content };
  responses: Record<string, { description: string; headers?: object; content?: Content }>;
}

/** An OpenAPI document, as far as the contract prints one. */
export interface Description {
  info: { title: string; version: string };
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

interface Endpoint extends Operation {
  method: string;
  path: string;
}

/** The API reference as one HTML document without scripts; `styles` is where its stylesheet is. */
export function referencePage(description: Description, styles: string): string {
  const { info, paths, components } = description;
  const endpoints = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path,
    })),
  );
  const nouns = Map.groupBy(endpoints, ({ tags: [noun = ''] }) => noun);
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${info.title} API reference</title>
<link rel="icon" href="/favicon.svg">
<link rel="stylesheet" href="${styles}">
</head>
<body>
<a class="skip" href="#endpoints">To the endpoints</a>
<nav aria-label="Endpoints">
${[...nouns].map(([noun, members]) => menu(noun, members))}
</nav>
<main>
<header>
<h1>${info.title} API</h1>
<p>Version ${info.version}. The same for programs: <a href="/api/openapi.json">openapi.json</a>, OpenAPI 3.1.</p>
</header>
${conventions(components.schemas.Refused ?? {})}
<div id="endpoints">
${[...nouns].map(([noun, members]) => chapter(noun, members))}
</div>
</main>
</body>
</html>
`.text;
}

function conventions(refused: Schema): Html {
  return html`<section aria-labelledby="conventions">
<h2 id="conventions">What all have in common</h2>
<p>Bodies are JSON in UTF-8, names in snake_case, instants ISO 8601 in UTC. What is not described is not taken:
an unknown field is refused.</p>
<p><span class="access">Signed in</span> means the access token of a living sign-in in the header
<code>Authorization: Bearer …</code>. It lives for at most ten minutes; <code>POST /api/auth/refresh</code> exchanges
the refresh token for the next.</p>
<p>Every response has an <code>X-Request-Id</code>. Every refusal has this body, and a sentence for the person in
<code>message</code>; <code>Retry-After</code>, where there is one, counts seconds.</p>
${fieldTable(fieldsOf(refused), 'The body of a refusal')}
</section>`;
}

function menu(noun: string, members: readonly Endpoint[]): Html {
  return html`<h2>${titled(noun)}</h2>
<ul>
${members.map(
  ({ operationId, method, path }) =>
    html`<li><a href="#${operationId}"><span class="method">${method}</span> <span class="path">${breakable(path)}</span></a></li>
`,
)}</ul>
`;
}

function chapter(noun: string, members: readonly Endpoint[]): Html {
  return html`<section aria-labelledby="noun-${noun}">
<h2 id="noun-${noun}">${titled(noun)}</h2>
${members.map(article)}</section>
`;
}

function article(endpoint: Endpoint): Html {
  const { operationId, method, path, summary, security, parameters, requestBody, responses } = endpoint;
  return html`<article id="${operationId}" aria-labelledby="${operationId}-title">
<h3 id="${operationId}-title"><a href="#${operationId}"><span class="method">${method}</span> <code>${breakable(path)}</code></a></h3>
<p>${summary}.</p>
<p class="access">${security ? 'Signed in' : 'Anyone'}</p>
${parameters.length > 0 ? parameterTable(parameters) : undefined}
${requestBody && contentOf('Body', requestBody.content)}
${replyOf(responses['200'])}
${refusalTable(responses)}
</article>
`;
}

function parameterTable(parameters: readonly Parameter[]): Html {
  return html`<h4>Parameters</h4>
${table(
  ['Name', 'In', 'Type'],
  parameters.map(({ name, in: place, required, description, schema }) => [
    html`<code>${name}</code>${optional(required)}`,
    html`${place}`,
    html`${description ?? typeOf(schema)}`,
  ]),
  'Parameters',
)}`;
}

function replyOf(reply: Operation['responses'][string] | undefined): Html {
  const names = Object.keys(reply?.headers ?? {});
  return html`${reply?.content && contentOf('Reply', reply.content)}
${
  names.length > 0
    ? html`<p>Part of the reply is in its headers: ${names.map((name, at) => html`${at > 0 ? ', ' : ''}<code>${name}</code>`)}.</p>`
    : undefined
}`;
}

function contentOf(title: string, content: Content): Html {
  const [[mediaType = '', { schema } = { schema: {} }] = []] = Object.entries(content);
  const shapes = shapesOf(schema);
  return html`<h4>${title} <span class="media">${mediaType}</span></h4>
${shapes.map((shape, at) => {
  const fields = fieldsOf(shape);
  return html`${at > 0 ? html`<p class="or">or</p>` : undefined}
${fields.length > 0 ? fieldTable(fields, title) : html`<p class="nothing">${isLoose(shape) ? 'An object.' : 'An empty object.'}</p>`}
`;
})}${shapes.length === 0 ? html`<p class="nothing">The bytes of the file.</p>` : undefined}`;
}

/** Objects whose fields are somebody else's to say. */
const isLoose = (shape: Schema & { additionalProperties?: unknown }) =>
  shape.additionalProperties !== false && shape.additionalProperties !== undefined;

function fieldTable(fields: readonly Field[], label: string): Html {
  return table(
    ['Field', 'Type'],
    fields.map(({ name, type, isRequired, patterns }) => [
      html`<code>${breakable(name)}</code>${optional(isRequired)}`,
      html`${type}${patterns.map((pattern) => html`<br><span class="pattern">matches <code>${pattern}</code></span>`)}`,
    ]),
    label,
  );
}

function refusalTable(responses: Operation['responses']): Html {
  const refusals = Object.entries(responses).filter(([status]) => Number(status) >= 400);
  return html`<h4>Refusals</h4>
${table(
  ['Status', 'error'],
  refusals.map(([status, { description }]) => [
    html`${status} <span class="reason">${STATUS_CODES[status] ?? ''}</span>`,
    html`${description.split(', ').map((code, at) => html`${at > 0 ? ', ' : ''}<code>${code}</code>`)}`,
  ]),
  'Refusals',
)}`;
}

function table(head: readonly string[], rows: readonly (readonly Html[])[], label: string): Html {
  return html`<div class="scroll" role="region" aria-label="${label}" tabindex="0"><table>
<thead><tr>${head.map((title) => html`<th scope="col">${title}</th>`)}</tr></thead>
<tbody>
${rows.map(
  (cells) => html`<tr>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>
`,
)}</tbody>
</table></div>`;
}

const optional = (isRequired: boolean) =>
  isRequired ? undefined : html` <span class="optional">optional</span>`;

/** Long paths and names may break after a part, not within a word. */
const breakable = (text: string) => html`${text.split(/(?<=[/._])/).map((part) => html`${part}<wbr>`)}`;

const titled = (noun: string) => titles[noun] ?? noun;

const titles: Record<string, string> = {
  auth: 'Sign-up, sign-in, recovery',
  challenge: 'Challenges',
  files: 'Files',
  health: 'Health',
  users: 'The signed-in person',
};
