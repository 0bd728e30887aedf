import type { BrowserContext } from '@playwright/test';

/** Records every problem that the browser reports during a story. */
export interface Watch {
  /** Allows matching problems; at least one must occur by the end. For stories about failures. */
  expect(pattern: RegExp): void;
  /** Returns the problems that were not expected, and the expected ones that did not occur. */
  problems(): string[];
}

/**
 * Watches every page of a context: console, page errors, policy violations and requests to other
 * origins.
 */
export function watchContext(context: BrowserContext, ownOrigin: string): Watch {
  const complaints: string[] = [];
  const expected: RegExp[] = [];
  context.on('console', (message) => {
    // A violation of the content security policy is also reported as such an error.
    if (message.type() === 'error' || message.type() === 'warning')
      complaints.push(`console ${message.type()}: ${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (error) => complaints.push(`page error: ${error.error().stack}`));
  context.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (/^(https?|wss?):$/.test(protocol) && origin !== ownOrigin)
      complaints.push(`request to a third party: ${request.url()}`);
  });
  return {
    expect: (pattern) => void expected.push(pattern),
    problems: () => [
      ...complaints.filter((text) => !expected.some((pattern) => pattern.test(text))),
      ...expected
        .filter((pattern) => !complaints.some((text) => pattern.test(text)))
        .map((pattern) => `expected, but did not come: ${pattern.source}`),
    ],
  };
}
