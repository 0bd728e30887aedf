import { shellMessages as messages } from '../lib/messages/shell.ts';
import { toasts } from '../lib/toasts.ts';
import { Badge } from '../ui/badge.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Time } from '../ui/time.tsx';

/** Dialog with the notifications of this visit. */
export function NotificationsDialog({ onClose }: { onClose: () => void }) {
  const history = toasts.history();
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={messages.notifications}
      description={messages.notificationsLead}
    >
      {history.length === 0 ? (
        <EmptyState title={messages.noNotifications} className="py-4 sm:py-4" />
      ) : (
        <ul className="grid divide-y divide-line">
          {history.map((toast) => (
            <li key={toast.id} className="flex items-start justify-between gap-4 py-3 first:pt-0">
              <span className="grid justify-items-start gap-1">
                <Badge tone={toast.kind === 'destructive' ? 'red' : 'green'}>{toast.title}</Badge>
                {toast.description !== undefined && (
                  <span className="text-table text-muted">{toast.description}</span>
                )}
              </span>
              <span className="shrink-0 text-label text-muted">
                <Time value={new Date(toast.at).toISOString()} display="age" />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
