/** A JSON schema, as far as the contract uses them. */
export interface Schema {
  type?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  enum?: string[];
  const?: string;
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
}

/** One line of a table of fields. */
export interface Field {
  /** With the names of what it lies in, such as `sign_ins[].device`. */
  name: string;
  type: string;
  isRequired: boolean;
  patterns: string[];
}

/** The shapes it may have: several for a union of objects, otherwise the one. */
export function shapesOf(schema: Schema): Schema[] {
  return (schema.anyOf ?? schema.oneOf ?? [schema]).filter(({ type }) => type === 'object');
}

/** Every field of an object, the fields of what lies in it after it. */
export function fieldsOf(schema: Schema, within = ''): Field[] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, field]) => {
    const name = within + key;
    const isRequired = schema.required?.includes(key) ?? false;
    const line = { name, type: typeOf(field), isRequired, patterns: patternsOf(field) };
    return [line, ...insideOf(field, name)];
  });
}

function insideOf(field: Schema, name: string): Field[] {
  if (field.items) return insideOf(field.items, `${name}[]`);
  const inside = shapesOf(field).flatMap((shape) => fieldsOf(shape, `${name}.`));
  // The kinds of a union share some of their fields.
  return inside.filter((one, at) => inside.findIndex((other) => other.name === one.name) === at);
}

/** A type in words: `text, 8 to 1024 characters`. */
export function typeOf(schema: Schema): string {
  const kinds = schema.anyOf ?? schema.oneOf;
  if (kinds) return [...new Set(kinds.map(typeOf))].join(' or ');
  if (schema.const !== undefined) return `"${schema.const}"`;
  if (schema.enum) return schema.enum.map((word) => `"${word}"`).join(', ');
  if (schema.items) return `list of ${typeOf(schema.items)}`;
  if (schema.type === 'object') return 'object';
  if (schema.type === 'boolean') return 'true or false';
  if (schema.type === 'null') return 'null';
  if (schema.type === 'integer') return 'whole number';
  if (schema.format === 'date-time') return 'instant, ISO 8601 in UTC';
  if (schema.format === 'uri') return 'URL';
  if (schema.format === 'binary') return 'file';
  if (schema.type === 'string') return `text${lengthOf(schema)}`;
  return schema.type ?? 'anything';
}

function lengthOf({ minLength, maxLength }: Schema): string {
  if (minLength !== undefined && maxLength !== undefined) return `, ${minLength} to ${maxLength} characters`;
  if (maxLength !== undefined) return `, at most ${maxLength} characters`;
  return minLength === undefined ? '' : `, at least ${minLength} characters`;
}

function patternsOf(schema: Schema): string[] {
  // The pattern of an instant is a page long, and its name says it.
  if (schema.format) return [];
  return [schema, ...(schema.allOf ?? [])].flatMap(({ pattern }) => pattern ?? []);
}
