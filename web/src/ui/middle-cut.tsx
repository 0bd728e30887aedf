import { cn } from '../lib/cn.ts';

/** Shorter text is cut at its end: too little would be left of both. */
const shortest = 24;
const longestTail = 14;

/**
 * Text on one line that is cut only where there is no room for all of it, and then in the middle, so that both ends can be
 * read: `https://example.com/arti…page.html`.
 */
export function MiddleCut({ text, className }: { text: string; className?: string }) {
  const characters = Array.from(text);
  const tailAt =
    characters.length <= shortest
      ? characters.length
      : characters.length - Math.min(longestTail, Math.floor(characters.length / 3));
  const tail = characters.slice(tailAt).join('');
  return (
    <span title={text} className={cn('flex max-w-full min-w-0 whitespace-pre', className)}>
      <span className="truncate">{characters.slice(0, tailAt).join('')}</span>
      {tail !== '' && <span className="shrink-0">{tail}</span>}
    </span>
  );
}
