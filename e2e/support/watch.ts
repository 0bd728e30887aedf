import type { BrowserContext } from '@playwright/test';

/** Listens to everything a browser complains about while a story runs. */
export interface Watch {
  /** Lets complaints through that match; one must have come by the end. For stories about failures. */
  expect(pattern: RegExp): void;
  /** What nobody expected, and what was expected and did not come. */
  problems(): string[];
}

/** Watches every page of a context: console, page errors, policy violations and requests to other origins. */
export function watchContext(context: BrowserContext, ownOrigin: string): Watch {
  const complaints: string[] = [];
  const expected: RegExp[] = [];
  context.on('console', (message) => {
    // A breach of the content-security policy is such an error, too.
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
