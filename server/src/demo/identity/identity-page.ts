import { escapeHtml } from '../../lib/escape-html.ts';
import { renderLocalPage } from '../local-page.ts';

const page = (body: string): string =>
  renderLocalPage({
    title: 'Local test identity',
    shape: 'narrow card',
    body: `<span class="label">Local test identity</span>
${body}`,
  });

/** Renders the form that selects the user to sign in as. `action` is the form's target URL. */
export function signInPage(action: string, error?: string): string {
  return page(`<h1>Choose a test identity</h1>
<p class="faint">This page stands in for Google while you try the product on your own machine. It asks for no password.</p>
<form class="main" method="post" action="${escapeHtml(action)}">
<label for="name">Name</label><input id="name" name="name" autocomplete="name" maxlength="100" value="Test Person">
<label for="email">Email</label><input id="email" name="email" type="email" autocomplete="email" maxlength="254" required value="test.person@example.com">
${error === undefined ? '' : `<p class="error" role="alert">${escapeHtml(error)}</p>`}
<button type="submit">Continue</button>
</form>`);
}

/** Renders a page with one message. */
export function messagePage(sentence: string): string {
  return page(`<h1>Sign-in</h1><p>${escapeHtml(sentence)}</p>`);
}
