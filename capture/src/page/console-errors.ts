import type { CdpHandlers } from '../browser/browser.ts';

const maxErrors = 20;
const maxLength = 500;

/** The first console errors and uncaught exceptions of a page, each cut to a readable length. */
export interface ConsoleErrors {
  readonly list: readonly string[];
  add(text: string): void;
  readonly handlers: CdpHandlers;
}

/** Collects what a page reports as errors. */
export function collectConsoleErrors(): ConsoleErrors {
  const list: string[] = [];
  const add = (text: string): void => {
    if (list.length < maxErrors) list.push(text.slice(0, maxLength));
  };
  return {
    list,
    add,
    handlers: {
      'Runtime.consoleAPICalled': ({ type, args }) => {
        if (type !== 'error' && type !== 'assert') return;
        add(args.map((arg) => String(arg.value ?? arg.description ?? arg.type)).join(' '));
      },
      'Runtime.exceptionThrown': ({ exceptionDetails: { exception, text } }) =>
        add(exception?.description ?? text),
      'Log.entryAdded': ({ entry: { level, text, url } }) => {
        if (level === 'error') add(url === undefined ? text : `${text} (${url})`);
      },
    },
  };
}
