import { useEffect, type ReactNode } from 'react';
import { useRuntimeConfig } from '../lib/runtime-config.ts';

/** Names the document: `API Keys · Shotwright`. */
export function useDocumentTitle(title: string): void {
  const { productName } = useRuntimeConfig();
  useEffect(() => {
    document.title = `${title} · ${productName}`;
  }, [title, productName]);
}

/** A page of the dashboard: title and one sentence at the left, the primary action at the right, content below. */
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
