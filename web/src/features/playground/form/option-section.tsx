import { Collapsible } from '@base-ui/react/collapsible';
import { ChevronRight } from 'lucide-react';
import { useState, type ReactNode } from 'react';

interface OptionSectionProps {
  title: string;
  isInitiallyOpen: boolean;
  /** Mark beside the title. */
  mark: ReactNode;
  children: ReactNode;
}

/** Part of the form that opens and closes by its title. */
export function OptionSection({ title, isInitiallyOpen, mark, children }: OptionSectionProps) {
  const [isOpen, setOpen] = useState(isInitiallyOpen);
  return (
    <Collapsible.Root open={isOpen} onOpenChange={setOpen}>
      <Collapsible.Trigger className="group -mx-2 flex min-h-9 w-[calc(100%+1rem)] items-center gap-2 rounded-control px-2 text-left font-medium hover:bg-grey-wash pointer-coarse:min-h-11">
        <ChevronRight
          aria-hidden="true"
          className="size-4 text-muted transition-transform group-data-panel-open:rotate-90"
        />
        {title}
        {mark}
      </Collapsible.Trigger>
      <Collapsible.Panel className="grid gap-4 pt-4">{children}</Collapsible.Panel>
    </Collapsible.Root>
  );
}
