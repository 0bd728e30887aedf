import type { ReactNode } from 'react';
import type { LegalPage } from '@shotwright/contract';
import { Link } from 'react-router';
import { useRuntimeConfig } from '../../lib/api/runtime-config.ts';
import { useDocumentTitle } from '../../ui/page.tsx';
import { Logo } from '../../ui/viewfinder.tsx';

/** Layout of the public pages: form on the left, side panel on the right on wide screens. */
export function AuthLayout(props: {
  title: string;
  lead?: ReactNode;
  panel: ReactNode;
  above?: ReactNode;
  children: ReactNode;
}) {
  const { productName, legalPages } = useRuntimeConfig();
  useDocumentTitle(props.title);
  return (
    <div className="grid min-h-dvh lg:grid-cols-[minmax(30rem,5fr)_6fr]">
      <div className="flex flex-col px-4 py-6 sm:px-8 lg:px-12 lg:py-8">
        <header>
          <Link to="/" className="inline-flex items-center gap-2.5 rounded-control font-semibold">
            <Logo />
            {productName}
          </Link>
        </header>
        <main
          id="main"
          tabIndex={-1}
          className="mx-auto grid w-full max-w-[25rem] flex-1 content-center gap-6 py-10 outline-none"
        >
          {props.above}
          <div className="grid gap-1">
            <h1 tabIndex={-1} className="text-[26px] leading-8 font-semibold tracking-[-0.02em]">
              {props.title}
            </h1>
            {props.lead && <p className="text-muted">{props.lead}</p>}
          </div>
          {props.children}
        </main>
        <LegalLinks pages={legalPages} />
      </div>
      <aside className="hidden border-l border-line bg-sunk lg:grid">{props.panel}</aside>
    </div>
  );
}

function LegalLinks({ pages }: { pages: readonly LegalPage[] }) {
  if (pages.length === 0) return null;
  return (
    <footer>
      <ul className="mx-auto flex w-full max-w-[25rem] flex-wrap gap-x-4 text-table text-muted">
        {pages.map(({ title, path }) => (
          <li key={path}>
            <a href={path} className="target-line hover:text-ink hover:underline">
              {title}
            </a>
          </li>
        ))}
      </ul>
    </footer>
  );
}
