import { cn } from '../lib/cn.ts';

/**
 * Length below which text is truncated at its end, because too little would remain on both sides of
 * the middle.
 */
const shortest = 24;
const longestTail = 14;

/**
 * Single-line text that is truncated in the middle only if it does not fit, so that both ends
 * remain readable: `https://example.com/arti…page.html`.
 */
export function MiddleEllipsis({ text, className }: { text: string; className?: string }) {
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
