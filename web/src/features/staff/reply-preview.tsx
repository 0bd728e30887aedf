import { staffTicketMessages as messages } from '../../lib/messages/staff.ts';
import { LoadError } from '../../ui/empty-state.tsx';
import { Skeleton, useSkeleton } from '../../ui/skeleton.tsx';
import { RichText } from '../tickets/rich-text.tsx';
import { usePreview } from './staff.api.ts';

/** Preview of the reply as the customer will see it. */
export function ReplyPreview({ markdown }: { markdown: string }) {
  const { data, isError, error, refetch, isFetching } = usePreview(markdown);
  const isWaiting = useSkeleton(isFetching && data === undefined);
  if (isError) {
    return (
      <LoadError title={messages.previewFailed} error={error} onRetry={() => void refetch()} />
    );
  }
  return (
    <section
      aria-label={messages.preview}
      className="min-h-50 min-w-0 rounded-control border border-line bg-paper px-4 py-3"
    >
      {data !== undefined && <RichText html={data} />}
      {isWaiting && <Skeleton className="h-24 w-full" />}
    </section>
  );
}
