import { cn } from '../lib/cn.ts';
import { commonMessages as messages } from '../lib/messages/common.ts';
import { Button } from './button.tsx';

/** Returns the number of pages; an empty list has one. */
export function pagesOf(count: number, pageSize: number): number {
  return Math.max(1, Math.ceil(count / pageSize));
}

/** Returns the page numbers to show around `page`, at most `max` of them. */
export function pageWindow(page: number, pageCount: number, max: number): number[] {
  const count = Math.min(max, pageCount);
  const first = Math.min(Math.max(1, page - Math.floor(count / 2)), pageCount - count + 1);
  return Array.from({ length: count }, (_, index) => first + index);
}

/** Position among pages, and the callback to change it. Pages count from 1. */
export interface PagesProps {
  page: number;
  pageCount: number;
  onPage: (page: number) => void;
}

/** `Previous`, numbered pages and `Next`. */
export function Pagination(props: PagesProps & { noun: string }) {
  const { page, pageCount, onPage } = props;
  return (
    <nav aria-label={messages.pages(props.noun)} className="flex items-center gap-1">
      <Button variant="outline" size="sm" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        {messages.previous}
      </Button>
      <PageNumbers page={page} pageCount={pageCount} onPage={onPage} />
      <Button
        variant="outline"
        size="sm"
        disabled={page >= pageCount}
        onClick={() => onPage(page + 1)}
      >
        {messages.next}
      </Button>
    </nav>
  );
}

/** {@link Pagination} of a list with `total` rows, which may not be known yet; nothing for one page. */
export function ListPages(props: {
  noun: string;
  page: number;
  pageSize: number;
  total: number | undefined;
  onPage: (page: number) => void;
}) {
  const { pageSize, total, ...rest } = props;
  if (total === undefined || total <= pageSize) return null;
  return <Pagination {...rest} pageCount={pagesOf(total, pageSize)} />;
}

/** Buttons of up to five pages around the current one. */
export function PageNumbers({ page, pageCount, onPage }: PagesProps) {
  return pageWindow(page, pageCount, 5).map((number) => (
    <Button
      key={number}
      variant="ghost"
      size="sm"
      aria-label={messages.page(number)}
      aria-current={number === page ? 'page' : undefined}
      onClick={() => onPage(number)}
      className={cn(
        'figures min-w-8 px-2 pointer-coarse:min-w-11',
        number === page && 'bg-cobalt-wash text-cobalt hover:bg-cobalt-wash',
      )}
    >
      {number}
    </Button>
  ));
}
