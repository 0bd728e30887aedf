import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from '../../../lib/cn.ts';
import { checkoutMessages as messages } from '../../../lib/messages/checkout.ts';
import { useRuntimeConfig } from '../../../lib/api/runtime-config.ts';
import { buttonRowClasses } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { useDocumentTitle } from '../../../ui/page.tsx';

/** Result page of a checkout: one centred card with the next steps, and help below it. */
export function CheckoutResult(props: {
  Icon: LucideIcon;
  tone: 'green' | 'amber';
  title: string;
  lead: string;
  children: ReactNode;
  actions: ReactNode;
}) {
  const { supportEmail } = useRuntimeConfig();
  const { Icon } = props;
  useDocumentTitle(props.title);
  return (
    <div className="mx-auto grid w-full max-w-xl gap-4 px-4 py-8 sm:py-16">
      <Card className="grid gap-6 p-6 sm:p-8">
        <div className="grid gap-4">
          <span
            className={cn(
              'grid size-11 place-items-center rounded-full',
              props.tone === 'green' ? 'bg-green-wash text-green' : 'bg-amber-wash text-amber',
            )}
          >
            <Icon aria-hidden="true" className="size-5" />
          </span>
          <div className="grid gap-1.5">
            <h1 tabIndex={-1} className="text-title font-semibold tracking-[-0.01em]">
              {props.title}
            </h1>
            <p className="text-muted">{props.lead}</p>
          </div>
        </div>
        {props.children}
        <div className={buttonRowClasses}>{props.actions}</div>
      </Card>
      <p className="text-table text-muted">
        {messages.needHelp}{' '}
        <a
          href={`mailto:${supportEmail}`}
          className="font-medium text-cobalt underline underline-offset-4"
        >
          {supportEmail}
        </a>
      </p>
    </div>
  );
}
