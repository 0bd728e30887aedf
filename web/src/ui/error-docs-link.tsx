import { cn } from '../lib/cn.ts';
import { commonMessages } from '../lib/messages/common.ts';
import { buttonClasses, ExternalLink } from './button.tsx';

/** Link to the documentation of an error code, which the server itself always serves. */
export function ErrorDocsLink({ code, className }: { code: string; className?: string }) {
  return (
    <ExternalLink
      href={`/docs/errors/${code}`}
      className={cn(buttonClasses({ variant: 'link' }), className)}
    >
      {commonMessages.aboutError}
    </ExternalLink>
  );
}
