import { captureLimits, secretMask } from '../paths/screenshots.ts';
import { listChoices } from './docs.ts';
import { readStepLine } from './step-lines.ts';

/** Fields of steps, with their types. */
export const stepFields = {
  selector: 'string',
  text: 'string',
  key: 'string',
  url: 'string',
  ms: 'number',
  /** Position in the viewport, or for `scroll` in the page. Unit: CSS pixels. */
  x: 'number',
  y: 'number',
  /** Types the text only into pages of the caller's own origins, and shows it nowhere. */
  secret: 'boolean',
  /** A step that is not possible is skipped. */
  optional: 'boolean',
} as const;

/** Actions of steps, with the fields that each one takes. */
export const stepActions = {
  click: ['selector', 'x', 'y', 'optional'],
  type: ['selector', 'text', 'secret', 'optional'],
  clear: ['selector', 'optional'],
  press: ['key', 'selector', 'optional'],
  hover: ['selector', 'x', 'y', 'optional'],
  select: ['selector', 'text', 'optional'],
  check: ['selector', 'optional'],
  scroll: ['selector', 'y', 'optional'],
  wait: ['ms'],
  wait_for: ['selector', 'ms', 'optional'],
  goto: ['url'],
  eval: ['text', 'optional'],
} as const satisfies Readonly<Record<string, readonly (keyof Fields)[]>>;

/** One of the {@link stepActions}. */
export type StepAction = keyof typeof stepActions;

interface TypesByName {
  readonly string: string;
  readonly number: number;
  readonly boolean: boolean;
}
type Fields = {
  readonly [K in keyof typeof stepFields]?: TypesByName[(typeof stepFields)[K]];
};

/** One step of a capture: an action of a visitor. */
export type CaptureStepInput = Fields & { readonly action: StepAction };

/** Keys that a step can press, besides single characters. */
export const stepKeys = [
  'Enter',
  'Tab',
  'Escape',
  'Space',
  'Backspace',
  'Delete',
  'ArrowUp',
  'ArrowDown',
  'ArrowLeft',
  'ArrowRight',
  'Home',
  'End',
  'PageUp',
  'PageDown',
] as const;

/** Steps of a request, or the mistake in them as the end of a sentence. */
export type ParsedSteps =
  | { readonly steps: readonly CaptureStepInput[]; readonly error?: undefined }
  | { readonly error: string };

const tooLong = { error: `must be at most ${captureLimits.stepBytes} bytes` } as const;

/**
 * Parses steps: text with one a line (`click #login`) or a JSON list, or a list of lines and objects.
 * The mistake never repeats a text, because it may be a secret.
 */
export function parseSteps(input: unknown): ParsedSteps {
  // Millions of lines would take long to split. A byte has at most six characters in JSON.
  if (typeof input === 'string' && input.length > 6 * captureLimits.stepBytes) return tooLong;
  const list = typeof input === 'string' ? parseText(input) : input;
  if (!Array.isArray(list)) return { error: 'must be lines, or a JSON list of objects' };
  if (list.length > captureLimits.stepCount)
    return { error: `must have at most ${captureLimits.stepCount} steps` };
  if (bytesOf(JSON.stringify(list)) > captureLimits.stepBytes) return tooLong;
  const steps: CaptureStepInput[] = [];
  for (const [index, one] of list.entries()) {
    const step: unknown = typeof one === 'string' ? readStepLine(one) : one;
    const mistake = mistakeIn(step);
    if (mistake !== undefined) return { error: `step ${index + 1} ${mistake}` };
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a step without a mistake
    steps.push(step as CaptureStepInput);
  }
  const waitMs = steps.reduce((sum, { action, ms = 0 }) => sum + (action === 'wait' ? ms : 0), 0);
  return waitMs > captureLimits.stepsMs
    ? { error: `must wait at most ${captureLimits.stepsMs} ms together` }
    : { steps };
}

/** Returns steps as text that may be shown: JSON, with everything that is typed masked. */
export function maskSteps(steps: readonly CaptureStepInput[]): string {
  return JSON.stringify(
    steps.map((step) => (step.action === 'type' ? { ...step, text: secretMask } : step)),
  );
}

function parseText(text: string): unknown {
  if (text.trim() === secretMask) return undefined;
  if (!/^\s*[[{]/.test(text)) return text.split('\n').filter((line) => line.trim() !== '');
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : [value];
  } catch {
    return undefined;
  }
}

function mistakeIn(step: unknown): string | undefined {
  if (typeof step !== 'object' || step === null || Array.isArray(step))
    return 'is neither a line nor an object';
  const fields = new Map<string, unknown>(Object.entries(step));
  if (fields.get('action') === undefined)
    return `has no action; valid are ${listChoices(Object.keys(stepActions))}`;
  const action = String(fields.get('action'));
  const taken = actionFields(action);
  if (taken === undefined)
    return `has the action ${quoted(action)}; valid are ${listChoices(Object.keys(stepActions))}`;
  const foreign = [...fields.keys()].find((name) => name !== 'action' && !taken.includes(name));
  if (foreign !== undefined)
    return `(${action}) has the field ${quoted(foreign)}; valid are ${taken.join(', ')}`;
  for (const [name, value] of fields) {
    const mistake = rules[name]?.(value);
    if (mistake !== undefined) return `(${action}) has a ${name} that is not ${mistake}`;
  }
  return missingIn(action, fields);
}

function actionFields(action: string): readonly string[] | undefined {
  return new Map<string, readonly string[]>(Object.entries(stepActions)).get(action);
}

/** Alternatives of fields of which one must be complete. */
const needs: Readonly<Record<string, readonly (readonly string[])[]>> = {
  click: [['selector'], ['x', 'y']],
  hover: [['selector'], ['x', 'y']],
  scroll: [['selector'], ['y']],
  type: [['selector', 'text']],
  select: [['selector', 'text']],
  clear: [['selector']],
  check: [['selector']],
  wait_for: [['selector']],
  press: [['key']],
  wait: [['ms']],
  goto: [['url']],
  eval: [['text']],
};

function missingIn(action: string, fields: ReadonlyMap<string, unknown>): string | undefined {
  const ways = needs[action] ?? [];
  if (ways.some((names) => names.every((name) => fields.has(name)))) return undefined;
  return `(${action}) must have ${ways.map((names) => names.join(' and ')).join(', or ')}`;
}

const maxPx = captureLimits.clipStartPx.max;

/** Checks of values by field. Each returns what the value should have been. */
const rules: Readonly<Record<string, (value: unknown) => string | undefined>> = {
  selector: (value) => textOf(value, captureLimits.selectorBytes, 1),
  text(value) {
    if (value === secretMask) return 'masked; send the real value';
    return textOf(value, captureLimits.stepTextBytes, 0);
  },
  key(value) {
    const isKey =
      typeof value === 'string' &&
      (stepKeys.some((key) => key === value) || /^[\x21-\x7e]$/.test(value));
    return isKey ? undefined : listChoices([...stepKeys, 'one printable ASCII character']);
  },
  url: (value) => textOf(value, captureLimits.urlLength, 1),
  ms: (value) => numberOf(value, captureLimits.stepMs.max),
  x: (value) => numberOf(value, maxPx),
  y: (value) => numberOf(value, maxPx),
  secret: booleanOf,
  optional: booleanOf,
};

function textOf(value: unknown, maxBytes: number, minLength: number): string | undefined {
  const isText = typeof value === 'string' && !value.includes('\0');
  if (isText && value.trim().length >= minLength && bytesOf(value) <= maxBytes) return undefined;
  return `text of at most ${maxBytes} bytes`;
}

function numberOf(value: unknown, max: number): string | undefined {
  const isNumber = typeof value === 'number' && value >= 0 && value <= max;
  return isNumber ? undefined : `a number from 0 to ${max}`;
}

function booleanOf(value: unknown): string | undefined {
  return typeof value === 'boolean' ? undefined : 'true or false';
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).byteLength;
}

function quoted(text: string): string {
  return JSON.stringify(text.slice(0, 100));
}
