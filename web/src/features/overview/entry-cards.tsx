import { ArrowRight, ArrowUpRight, type LucideIcon } from 'lucide-react';
import { Link } from 'react-router';
import { overviewMessages as messages } from '../../lib/messages/overview.ts';
import { useRuntimeConfig } from '../../lib/api/runtime-config.ts';
import { ExternalLink } from '../../ui/button.tsx';

const classes =
  'group flex items-center justify-between gap-4 rounded-card border border-line bg-card px-5 py-4 shadow-sheet hover:border-control';

/** Cards for the two ways to capture: the playground and the API. */
export function EntryCards() {
  const { docsUrl } = useRuntimeConfig();
  return (
    <div className="grid gap-3 sm:grid-cols-2 sm:gap-4">
      <Link to="/dashboard/playground" className={classes}>
        <EntryText
          title={messages.takeScreenshot}
          text={messages.takeScreenshotText}
          Icon={ArrowRight}
        />
      </Link>
      <ExternalLink href={docsUrl} className={classes}>
        <EntryText
          title={messages.apiDocumentation}
          text={messages.apiDocumentationText}
          Icon={ArrowUpRight}
        />
      </ExternalLink>
    </div>
  );
}

function EntryText(props: { title: string; text: string; Icon: LucideIcon }) {
  return (
    <>
      <span className="grid gap-0.5">
        <span className="font-semibold">{props.title}</span>
        <span className="text-table text-muted">{props.text}</span>
      </span>
      <props.Icon
        aria-hidden="true"
        className="size-4 shrink-0 text-muted transition-transform group-hover:translate-x-0.5 group-hover:text-cobalt"
      />
    </>
  );
}
