import { cloneElement, type ReactElement } from 'react';
import { unsafeCast } from '../lib/unsafe-cast.ts';

type Handlers = Readonly<Record<`on${string}`, (event: never) => void>>;

/**
 * Clones an element with additional handlers, which run after the existing ones; `attributes`
 * replace its own.
 */
export function mergeProps(
  element: ReactElement,
  handlers: Handlers,
  attributes: Readonly<Record<string, unknown>> = {},
): ReactElement {
  const own = unsafeCast<ReactElement<Record<string, unknown>>>(element);
  const joined = Object.entries(handlers).map(([name, handle]) => {
    const first = own.props[name];
    const both = (event: never) => {
      if (typeof first === 'function') unsafeCast<(event: never) => void>(first)(event);
      handle(event);
    };
    return [name, both];
  });
  return cloneElement(own, { ...attributes, ...Object.fromEntries(joined) });
}
