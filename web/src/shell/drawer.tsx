import { Dialog } from '@base-ui/react/dialog';
import { shellMessages as messages } from '../lib/messages/shell.ts';
import { SidebarContent } from './sidebar.tsx';

/** Sidebar on phones, off-canvas until opened. */
export function Drawer(props: { isOpen: boolean; onOpenChange: (isOpen: boolean) => void }) {
  return (
    <Dialog.Root open={props.isOpen} onOpenChange={props.onOpenChange}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-30 bg-ink/35 transition-opacity duration-180 data-ending-style:opacity-0 data-starting-style:opacity-0 md:hidden" />
        <Dialog.Popup className="fixed inset-y-0 left-0 z-30 w-72 max-w-[85vw] border-r border-line bg-paper shadow-raised outline-none transition-transform duration-180 data-ending-style:-translate-x-full data-starting-style:-translate-x-full md:hidden">
          <Dialog.Title className="sr-only">{messages.menu}</Dialog.Title>
          <SidebarContent isCollapsed={false} onNavigate={() => props.onOpenChange(false)} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
