import type { SitemapReading } from '@shotwright/contract';
import { useRef, useState, type KeyboardEvent } from 'react';
import { errorMessage } from '../../../lib/api/error.ts';
import { formatCount } from '../../../lib/format/format.ts';
import { newBatchMessages } from '../../../lib/messages/captures/batches.ts';
import { LoadingButton } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { useReadSitemap } from '../batches.api.ts';

const { sitemap: messages } = newBatchMessages;

interface SitemapFieldProps {
  readonly text: string;
  readonly onText: (text: string) => void;
}

/** State of the fields; the pages of a reading replace those of the last one unless they were edited. */
function useSitemap(props: SitemapFieldProps) {
  const [url, setUrl] = useState('');
  const [pattern, setPattern] = useState('');
  const read = useReadSitemap();
  const added = useRef('');
  const fill = ({ urls }: SitemapReading): void => {
    const listed = urls.map((page) => page.url).join('\n');
    const kept = props.text === added.current ? '' : props.text.trimEnd();
    added.current = listed;
    props.onText([kept, listed].filter(Boolean).join('\n'));
  };
  const submit = (): void => {
    if (url.trim() === '' || read.isPending) return;
    const include = pattern.trim();
    const request = { url: url.trim(), ...(include !== '' && { include: [include] }) };
    read.mutate(request, { onSuccess: fill });
  };
  return {
    url,
    setUrl: (value: string) => {
      read.reset();
      setUrl(value);
    },
    pattern,
    setPattern,
    read,
    submit,
    onKeyDown: (event: KeyboardEvent): void => {
      if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
      // Enter must not start the batch.
      event.preventDefault();
      submit();
    },
  };
}

/** Fields that fill the list with the pages of a website, as its sitemap lists them. */
export function SitemapField(props: SitemapFieldProps) {
  const { url, setUrl, pattern, setPattern, read, submit, onKeyDown } = useSitemap(props);
  return (
    <fieldset className="grid min-w-0 gap-3">
      <legend className="sr-only">{messages.legend}</legend>
      <div className="grid items-start gap-3 sm:grid-cols-[minmax(0,3fr)_minmax(0,2fr)_auto]">
        <TextField
          label={messages.url}
          help={messages.urlHelp}
          error={read.isError && errorMessage(read.error, messages.failed)}
          isOptional
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          placeholder={messages.urlPlaceholder}
          value={url}
          onChange={(event) => setUrl(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <TextField
          label={messages.pattern}
          help={messages.patternHelp}
          isOptional
          autoComplete="off"
          spellCheck={false}
          placeholder={messages.patternPlaceholder}
          value={pattern}
          onChange={(event) => setPattern(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <LoadingButton
          variant="outline"
          size="lg"
          className="sm:mt-6.5"
          isLoading={read.isPending}
          loadingText={messages.reading}
          disabled={url.trim() === ''}
          onClick={submit}
        >
          {messages.read}
        </LoadingButton>
      </div>
      <output className="text-table text-muted empty:hidden">
        {read.data && <Summary {...read.data} />}
      </output>
    </fieldset>
  );
}

function Summary({ urls, counts, isComplete, sitemaps }: SitemapReading) {
  const problems = sitemaps.flatMap(({ problem }) => problem ?? []);
  const { duplicates, otherSites, filtered, invalid } = counts;
  return (
    <span className="grid gap-1 [overflow-wrap:anywhere]">
      <span>
        {messages.found(formatCount(urls.length), sitemaps.length - problems.length)}
        {messages.leftOut({ duplicates, otherSites, filtered, invalid })}
      </span>
      {!isComplete && <span className="text-amber">{messages.more}</span>}
      {problems.map((problem) => (
        <span key={problem} className="text-amber">
          {problem}
        </span>
      ))}
    </span>
  );
}
