/** Actions whose line is an action and a selector, which may end in `?`. */
const pointed: ReadonlySet<string> = new Set(['click', 'hover', 'check', 'clear', 'wait_for']);

/**
 * Reads a step from a line: its action, then what it needs. `click #login`, `click #later?` (may be
 * absent), `click 10, 20`, `type "form #user" ada`, `press Enter`, `wait 500`, `scroll 800`,
 * `goto /account`. Whatever is wrong in it is found afterwards.
 */
export function readStepLine(line: string): Readonly<Record<string, unknown>> {
  const [, action = '', rest = ''] = /^\s*(\S*)\s*(.*?)\s*$/s.exec(line) ?? [];
  if (pointed.has(action)) return { action, ...readPoint(rest) };
  switch (action) {
    case 'type':
    case 'select': {
      const [, quoted, bare, text = ''] = /^(?:"([^"]*)"|(\S+))(?:\s+(.*))?$/s.exec(rest) ?? [];
      return { action, selector: quoted ?? bare ?? '', text };
    }
    case 'scroll':
      return { action, ...(pixelsOf(rest) ?? readPoint(rest)) };
    case 'press':
      return { action, key: rest };
    case 'wait':
      return { action, ms: numberIn(/^(\d{1,6})\s*(?:ms)?$/.exec(rest)?.[1]) };
    case 'goto':
      return { action, url: rest };
    case 'eval':
      return { action, text: rest };
    default:
      return { action };
  }
}

function readPoint(rest: string): Readonly<Record<string, unknown>> {
  const [, x, y] = /^(\d{1,6})\s*,\s*(\d{1,6})$/.exec(rest) ?? [];
  if (x !== undefined) return { x: numberIn(x), y: numberIn(y) };
  const selector = rest.replace(/\s*\?$/, '');
  return { selector, ...(selector !== rest && { optional: true }) };
}

function pixelsOf(rest: string): Readonly<Record<string, unknown>> | undefined {
  const [, y] = /^(\d{1,6})\s*(?:px)?$/.exec(rest) ?? [];
  return y === undefined ? undefined : { y: numberIn(y) };
}

/** Returns the number of some digits; NaN if there are none. */
function numberIn(digits: string | undefined): number {
  return digits === undefined ? NaN : Number(digits);
}
