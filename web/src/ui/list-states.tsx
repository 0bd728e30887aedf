import type { ReactNode } from 'react';
import { Button, ExternalLink } from './button.tsx';
import { Card } from './card.tsx';
import { EmptyState } from './empty-state.tsx';

/** Documentation link of an empty state. */
export function DocsLink(props: { href: string; children: ReactNode }) {
  return (
    <ExternalLink
      href={props.href}
      className="target-line text-table font-medium text-cobalt underline underline-offset-4"
    >
      {props.children}
    </ExternalLink>
  );
}

/** Message of a list whose filters match no items. */
export function NoMatch(props: {
  title: string;
  text: string;
  clear: string;
  onClear: () => void;
}) {
  return (
    <Card>
      <EmptyState title={props.title} text={props.text}>
        <Button variant="outline" onClick={props.onClear}>
          {props.clear}
        </Button>
      </EmptyState>
    </Card>
  );
}
