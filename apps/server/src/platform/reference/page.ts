interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  security?: object[];
  parameters: object[];
  requestBody?: { content: object };
  responses: Record<string, { description: string; headers?: object; content?: object }>;
}

/** The parts of an OpenAPI document that the contract produces. */
export interface Description {
  info: { title: string; version: string };
  paths: Record<string, Record<string, Operation>>;
}

/** The API reference as one HTML document without scripts; `styles` is the address of its stylesheet. */
export function referencePage({ info, paths }: Description, styles: string): string {
  const endpoints = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      name: `${method.toUpperCase()} ${path}`,
    })),
  );
  const links = endpoints.map(
    ({ operationId, name }) => `<li><a href="#${operationId}"><code>${escaped(name)}</code></a></li>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(info.title)} API reference</title>
<link rel="icon" href="/favicon.svg">
<link rel="stylesheet" href="${styles}">
</head>
<body>
<a class="skip" href="#endpoints">Skip to the endpoints</a>
<nav aria-label="Endpoints"><ul>${links.join('\n')}</ul></nav>
<main id="endpoints">
<h1>${escaped(info.title)} API</h1>
<p>Version ${escaped(info.version)}. The same for programs: <a href="/api/openapi.json">openapi.json</a>, OpenAPI 3.1.</p>
<p>Unknown fields are refused. A signed-in call carries <code>Authorization: Bearer …</code>; <code>POST
/api/auth/refresh</code> renews the token. A refusal has a code in <code>error</code>, a sentence for the person in
<code>message</code>, and the id of the request.</p>
${endpoints.map(article).join('\n')}
</main>
</body>
</html>
`;
}

function article({ operationId, name, ...operation }: Operation & { name: string }): string {
  const { summary, security, parameters, requestBody, responses } = operation;
  const { 200: ok, ...others } = responses;
  const refusals = Object.entries(others).map(
    ([status, { description }]) => `<li>${status} <code>${escaped(description)}</code></li>`,
  );
  return `<article aria-labelledby="${operationId}">
<h2 id="${operationId}"><code>${escaped(name)}</code></h2>
<p>${escaped(summary)}. <span class="access">${security ? 'Signed in' : 'Anyone'}</span></p>
${parameters.length > 0 ? schema('Parameters', parameters) : ''}
${requestBody ? schema('Body', requestBody.content) : ''}
${schema('Reply', { headers: ok?.headers, content: ok?.content })}
<details><summary>Refusals</summary><ul>${refusals.join('\n')}</ul></details>
</article>`;
}

const schema = (title: string, of: object) =>
  `<details><summary>${title}</summary><pre tabindex="0">${escaped(JSON.stringify(of, null, 2))}</pre></details>`;

/** Text that cannot be taken for markup. */
export const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
