import { asRecord } from '../../../lib/as-record.ts';
import { markdownText } from '../site/markdown.ts';

/** A field of a JSON Schema, as Markdown. */
export interface FieldRow {
  /** Path from the object: `meta.total`, `screenshots[].id`. */
  readonly name: string;
  readonly isRequired: boolean;
  readonly type: string;
}

/** Deeper fields are described as objects. */
const maxDepth = 3;

/** Returns the fields of an object schema, nested ones after their parent. */
export function fieldRows(
  schema: unknown,
  { prefix = '', depth = 0 }: { readonly prefix?: string; readonly depth?: number } = {},
): FieldRow[] {
  const { properties, required, items, type, anyOf } = asRecord(schema);
  if (Array.isArray(anyOf) && prefix === '') {
    const objects = anyOf.filter((one) => asRecord(one).type === 'object');
    if (objects.length > 0) return fieldRows(objects[0]);
  }
  if (type === 'array' && prefix === '') return fieldRows(items, { prefix: '[].' });
  const names: unknown[] = Array.isArray(required) ? required : [];
  return Object.entries(asRecord(properties)).flatMap(([name, field]) => {
    const path = `${prefix}${name}`;
    const row = {
      name: path,
      isRequired: names.includes(name) && asRecord(field).default === undefined,
      type: [typeText(field), descriptionOf(field)].filter(Boolean).join('. '),
    };
    return depth + 1 >= maxDepth ? [row] : [row, ...nested(field, { depth, path })];
  });
}

function nested(field: unknown, at: { path: string; depth: number }): FieldRow[] {
  const { path, depth } = at;
  const { anyOf, type, items } = asRecord(field);
  if (type === 'object') return fieldRows(field, { depth: depth + 1, prefix: `${path}.` });
  if (type === 'array') return nested(items, { path: `${path}[]`, depth });
  if (!Array.isArray(anyOf)) return [];
  return anyOf.filter((one) => asRecord(one).type === 'object').flatMap((one) => nested(one, at));
}

/** Returns the type of a field in words, with its default. */
export function typeText(schema: unknown): string {
  const { default: preset } = asRecord(schema);
  const kind = kindOf(schema);
  return preset === undefined ? kind : `${kind}, default \`${textOf(preset)}\``;
}

function kindOf(schema: unknown): string {
  const { $ref, enum: values, const: only, anyOf, type, items, format } = asRecord(schema);
  if (typeof $ref === 'string') {
    const name = $ref.split('/').at(-1) ?? '';
    return `[${name}](/docs/reference#schema-${name})`;
  }
  if (Array.isArray(values)) return values.map((value) => `\`${textOf(value)}\``).join(', ');
  if (only !== undefined) return `\`${textOf(only)}\``;
  if (Array.isArray(anyOf)) return [...new Set(anyOf.map(kindOf))].join(' or ');
  if (type === 'array') return `list of ${kindOf(items)}`;
  if (Array.isArray(type)) return type.join(' or ');
  if (format === 'date-time') return 'time (ISO 8601)';
  if (format === 'uuid' || format === 'guid') return 'UUID';
  if (typeof type !== 'string') return 'any value';
  return typeNames[type] ?? type;
}

const typeNames: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'whole number',
  boolean: 'true or false',
};

function descriptionOf(field: unknown): string {
  const { description } = asRecord(field);
  return typeof description === 'string' ? markdownText(description) : '';
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
