import createPurifier from 'dompurify';
import { useLayoutEffect, useRef } from 'react';
import { cn } from '../../lib/cn.ts';
import './rich-text.css';

const inline = ['a', 'b', 'strong', 'i', 'em', 's', 'del', 'code', 'br'];
const blocks = ['p', 'pre', 'blockquote', 'hr', 'ul', 'ol', 'li'];
const tables = ['table', 'thead', 'tbody', 'tr', 'th', 'td'];
const headings = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'];

const purifier = createPurifier(window);
purifier.addHook('afterSanitizeAttributes', (node) => {
  if (node.tagName !== 'A') return;
  node.setAttribute('rel', 'noopener nofollow');
  node.setAttribute('target', '_blank');
});

/**
 * Untrusted rich text, sanitized again on the client: text, links, lists, code. Its headings have
 * lower levels than those of the surrounding page. Source: acceptance HP-14.
 */
export function RichText(props: { html: string; className?: string }) {
  const host = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const clean = sanitised(props.html);
    lowerHeadings(clean);
    // Scrollable code blocks must be reachable by keyboard.
    for (const code of clean.querySelectorAll('pre')) code.tabIndex = 0;
    // The sanitized nodes are inserted directly, so that nothing is parsed a second time.
    host.current?.replaceChildren(clean);
  }, [props.html]);
  return <div ref={host} className={cn('rich-text', props.className)} />;
}

function sanitised(html: string): DocumentFragment {
  // Null if the HTML leaves a document without a body, for example a frameset.
  const clean: DocumentFragment | null = purifier.sanitize(html, {
    ALLOWED_TAGS: [...inline, ...blocks, ...tables, ...headings],
    ALLOWED_ATTR: ['href', 'start'],
    ALLOWED_URI_REGEXP: /^(?:https?:|mailto:)/i,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  });
  return clean ?? document.createDocumentFragment();
}

function lowerHeadings(fragment: DocumentFragment): void {
  for (const heading of fragment.querySelectorAll(headings.join(','))) {
    const level = Math.min(6, Number(heading.tagName.slice(1)) + 3);
    const lower = document.createElement(`h${String(level)}`);
    lower.dataset['level'] = heading.tagName.slice(1);
    lower.append(...heading.childNodes);
    heading.replaceWith(lower);
  }
}
