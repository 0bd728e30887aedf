/** Content of a form-encoded request: texts, lists and objects by their bracket names. */
export type Form = { [name: string]: string | Form };

const maxFields = 500;
const forbidden = new Set(['__proto__', 'constructor', 'prototype']);

/** Parses `a[b][0]=c` as the provider does. Lists are objects with numeric names. */
export function readForm(encoded: string): Form {
  const form: Form = {};
  let fields = 0;
  for (const [name, value] of new URLSearchParams(encoded)) {
    fields += 1;
    const path = name.split(/\[|\]\[|\]/).filter((part, n) => n === 0 || part !== '');
    if (fields > maxFields || path.some((part) => forbidden.has(part))) return {};
    // `list[]=` appends.
    if (name.endsWith('[]')) path.push(String(fields));
    put(form, path, value);
  }
  return form;
}

function put(form: Form, path: readonly string[], value: string): void {
  let at = form;
  for (const part of path.slice(0, -1)) {
    const next = at[part];
    at = typeof next === 'object' ? next : (at[part] = {});
  }
  at[path.at(-1) ?? ''] = value;
}

/** Returns the text at a path, or undefined if there is none. */
export function textAt(form: Form, ...path: readonly string[]): string | undefined {
  let at: string | Form | undefined = form;
  for (const part of path) at = typeof at === 'object' ? at[part] : undefined;
  return typeof at === 'string' ? at : undefined;
}

/** Returns the objects below a path, in order; empty if there are none. */
export function formsAt(form: Form, ...path: readonly string[]): Form[] {
  return Object.values(formAt(form, ...path)).filter((one) => typeof one === 'object');
}

/** Returns the texts of an object or a list; empty if there are none. */
export function textsAt(form: Form, ...path: readonly string[]): Record<string, string> {
  const entries = Object.entries(formAt(form, ...path));
  return Object.fromEntries(
    entries.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
}

function formAt(form: Form, ...path: readonly string[]): Form {
  let at: string | Form | undefined = form;
  for (const part of path) at = typeof at === 'object' ? at[part] : undefined;
  return typeof at === 'object' ? at : {};
}
