import { Collapsible } from '@base-ui/react/collapsible';
import { ChevronRight } from 'lucide-react';
import { useState, type ReactNode } from 'react';

interface CollapsibleSectionProps {
  title: string;
  isInitiallyOpen: boolean;
  /** True while it must stay open, such as for the error of a field in it. */
  isHeldOpen?: boolean;
  /** Mark beside the title. */
  mark?: ReactNode;
  children: ReactNode;
}

/** Part of a form that opens and closes by its title. */
export function CollapsibleSection(props: CollapsibleSectionProps) {
  const [isOpen, setOpen] = useState(props.isInitiallyOpen);
  return (
    <Collapsible.Root open={isOpen || props.isHeldOpen === true} onOpenChange={setOpen}>
      <Collapsible.Trigger className="group -mx-2 flex min-h-9 w-[calc(100%+1rem)] items-center gap-2 rounded-control px-2 text-left font-medium hover:bg-grey-wash pointer-coarse:min-h-11">
        <ChevronRight
          aria-hidden="true"
          className="size-4 text-muted transition-transform group-data-panel-open:rotate-90"
        />
        {props.title}
        {props.mark}
      </Collapsible.Trigger>
      <Collapsible.Panel className="grid gap-4 pt-4">{props.children}</Collapsible.Panel>
    </Collapsible.Root>
  );
}
