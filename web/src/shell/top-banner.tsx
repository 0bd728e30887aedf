import { TriangleAlert, X } from 'lucide-react';
import { useTopBanner, type Banner } from '../lib/banners.ts';
import { cn } from '../lib/cn.ts';
import { noticeShellMessages as messages } from '../lib/messages/shell.ts';
import { buttonClasses, ButtonLink, ExternalLink } from '../ui/button.tsx';
import { IconButton } from '../ui/icon-button.tsx';

/** Banner with the highest priority, between the header and the page. */
export function TopBanner() {
  const banner = useTopBanner();
  return (
    <output className="block">
      {banner && (
        <div
          className={cn(
            'flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-4 py-2.5 sm:px-6 lg:px-8',
            banner.tone === 'red' ? 'bg-red-wash' : 'bg-amber-wash',
          )}
        >
          <p className="flex min-w-0 flex-1 basis-60 items-start gap-2.5 text-table text-ink">
            {banner.onDismiss && (
              <TriangleAlert
                aria-hidden="true"
                className={cn(
                  'mt-px size-4 shrink-0',
                  banner.tone === 'red' ? 'text-red' : 'text-amber',
                )}
              />
            )}
            <span className="min-w-0 break-words">{banner.text}</span>
          </p>
          <div className="flex flex-wrap items-center gap-2">
            {banner.actions.map((action, index) => (
              <ActionLink key={action.label} action={action} isFirst={index === 0} />
            ))}
            {banner.onDismiss && (
              <IconButton label={messages.dismiss} onClick={banner.onDismiss}>
                <X aria-hidden="true" />
              </IconButton>
            )}
          </div>
        </div>
      )}
    </output>
  );
}

function ActionLink({ action, isFirst }: { action: Banner['actions'][number]; isFirst: boolean }) {
  if ('href' in action)
    return (
      <ExternalLink
        href={action.href}
        className={buttonClasses({ variant: 'outline', size: 'sm' })}
      >
        {action.label}
      </ExternalLink>
    );
  return (
    <ButtonLink to={action.to} size="sm" variant={isFirst ? 'default' : 'outline'}>
      {action.label}
    </ButtonLink>
  );
}
