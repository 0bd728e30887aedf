import { useEffect, type ReactNode } from 'react';
import { useRuntimeConfig } from '../lib/api/runtime-config.ts';

/** Sets the document title: `API Keys · Shotwright`. */
export function useDocumentTitle(title: string): void {
  const { productName } = useRuntimeConfig();
  useEffect(() => {
    document.title = `${title} · ${productName}`;
  }, [title, productName]);
}

/**
 * Dashboard page: title and introduction on the left, primary action on the right, content below.
 */
export function Page(props: {
  title: string;
  lead?: ReactNode;
  action?: ReactNode;
  children?: ReactNode;
}) {
  useDocumentTitle(props.title);
  return (
    <div className="mx-auto grid w-full max-w-[80rem] gap-6 px-4 py-6 sm:px-6 lg:px-8 lg:py-8">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="grid gap-1">
          <h1 tabIndex={-1} className="text-title font-semibold tracking-[-0.01em]">
            {props.title}
          </h1>
          {props.lead && <p className="text-muted">{props.lead}</p>}
        </div>
        {props.action}
      </div>
      {props.children}
    </div>
  );
}
