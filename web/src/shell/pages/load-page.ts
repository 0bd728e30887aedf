import { createContext, use } from 'react';

/** Provides a function that loads the code of the page at a path. */
export const LoadPageContext = createContext<(path: string) => void>(() => {});

/** Returns the function provided by {@link LoadPageContext}. */
export function useLoadPage(): (path: string) => void {
  return use(LoadPageContext);
}
