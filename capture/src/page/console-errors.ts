import type { CdpHandlers, CdpSession } from '../browser/browser.ts';
import type { SessionHosts } from '../egress/egress.ts';
import {
  consoleMethods,
  logAsText,
  maxConsoleCalls,
  reportedMethods,
} from '../in-page/main-world/console.ts';
import { ignoreErrors } from '../rejections.ts';
import { inPageCall } from './execution-context.ts';

const maxErrors = 20;
const maxLength = 500;
const patience = { timeoutMs: 150_000 };

/**
 * The first console errors and uncaught exceptions of a page, each truncated to a readable length.
 */
export interface ConsoleErrors {
  readonly list: readonly string[];
  add(text: string): void;
  readonly handlers: CdpHandlers;
}

/**
 * Collects errors that a page reports, except those about requests that are blocked for the caller. Calls
 * `onFull` when the list is full and the `Runtime` domain is disabled.
 */
export function collectConsoleErrors(
  session: CdpSession,
  hosts: Pick<SessionHosts, 'categoryOf'>,
  onFull: () => void,
): ConsoleErrors {
  const list: string[] = [];
  let isFull = false;
  const add = (text: string): void => {
    if (list.length < maxErrors) list.push(text.slice(0, maxLength));
    // A page may report thousands of errors a second.
    if (list.length < maxErrors || isFull) return;
    isFull = true;
    ignoreErrors([session.send('Runtime.disable', undefined, patience)]);
    onFull();
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
        if (text.includes('net::ERR_BLOCKED_BY_CLIENT')) return;
        const host = URL.parse(url ?? '')?.hostname;
        if (host !== undefined && hosts.categoryOf(host) !== undefined) return;
        if (level === 'error') add(url === undefined ? text : `${text} (${url})`);
      },
    },
  };
}

/** Makes the documents of a page log text only, before their scripts run, so that they cannot see the reports. */
export function hideReports(session: CdpSession): Promise<unknown> {
  const call = inPageCall(logAsText, consoleMethods, reportedMethods, maxConsoleCalls);
  return session.send('Page.addScriptToEvaluateOnNewDocument', { source: call.expression });
}
