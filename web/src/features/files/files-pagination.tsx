import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { formatCount } from '../../lib/format/format.ts';
import { commonMessages } from '../../lib/messages/common.ts';
import { fileMessages as messages } from '../../lib/messages/files.ts';
import { Button } from '../../ui/button.tsx';
import { FieldError, Input } from '../../ui/field.tsx';
import { PageNumbers, type PagesProps } from '../../ui/pagination.tsx';
import { filesPerPage, readPage } from './files.rules.ts';

/** Position in the list and page navigation. Source: specification §2, §9. */
export function FilesPagination(
  props: PagesProps & {
    resultCount: number;
    /** False if there are more results. */
    isExact: boolean;
  },
) {
  const { page, pageCount, resultCount, isExact } = props;
  const total = formatCount(resultCount);
  if (resultCount === 0) return null;
  const from = (page - 1) * filesPerPage + 1;
  const to = Math.min(page * filesPerPage, resultCount);
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <p className="figures flex flex-wrap gap-x-4 text-table text-muted">
        <span>
          {messages.showing(
            formatCount(from),
            formatCount(to),
            isExact ? total : messages.atLeast(total),
          )}
        </span>
        <span>{messages.pageOf(formatCount(page), formatCount(pageCount))}</span>
      </p>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <PageButtons {...props} />
        <GoToPage {...props} />
      </div>
    </div>
  );
}

function PageButtons({ page, pageCount, onPage }: PagesProps) {
  const step = (label: string, to: number, Icon: typeof ChevronFirst) => (
    <Button
      variant="outline"
      size="icon"
      aria-label={label}
      disabled={to < 1 || to > pageCount || to === page}
      onClick={() => onPage(to)}
      className="size-8"
    >
      <Icon aria-hidden="true" />
    </Button>
  );
  return (
    <nav aria-label={commonMessages.pages(messages.pagesNoun)} className="flex items-center gap-1">
      {step(messages.first, 1, ChevronFirst)}
      {step(messages.previous, page - 1, ChevronLeft)}
      <PageNumbers page={page} pageCount={pageCount} onPage={onPage} />
      {step(messages.next, page + 1, ChevronRight)}
      {step(messages.last, pageCount, ChevronLast)}
    </nav>
  );
}

function GoToPage({ pageCount, onPage }: PagesProps) {
  const [text, setText] = useState('');
  const [isRefused, setRefused] = useState(false);
  const page = readPage(text, pageCount);
  // The number of pages may have changed since the form was submitted.
  const isWrong = isRefused && page === undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setRefused(page === undefined);
    if (page === undefined) return;
    setText('');
    onPage(page);
  };
  return (
    <form noValidate onSubmit={submit} className="grid justify-items-start gap-1">
      <span className="flex items-center gap-2">
        <label htmlFor="go-to-page" className="text-table text-muted">
          {messages.goToPage}
        </label>
        <Input
          id="go-to-page"
          inputMode="numeric"
          autoComplete="off"
          maxLength={9}
          value={text}
          aria-invalid={isWrong}
          aria-describedby={isWrong ? 'go-to-page-hint' : undefined}
          onChange={(event) => {
            setText(event.target.value);
            setRefused(false);
          }}
          className="figures h-8 w-16 px-2"
        />
        <Button type="submit" variant="outline" size="sm">
          {messages.go}
        </Button>
      </span>
      {isWrong && <FieldError id="go-to-page-hint">{messages.goWrong(pageCount)}</FieldError>}
    </form>
  );
}
