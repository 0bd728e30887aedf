import { escapeHtml } from '../../lib/escape-html.ts';

const style = `
  body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: #f6f4ef; color: #1b1a17;
    font: 16px/1.5 system-ui, -apple-system, 'Segoe UI', sans-serif; }
  main { width: min(360px, calc(100vw - 48px)); padding: 32px; background: #fff; border-radius: 8px; }
  h1 { margin: 0 0 8px; font-size: 20px; }
  .label { display: inline-block; margin-bottom: 16px; padding: 2px 8px; border-radius: 4px; background: #fff2c2;
    font-size: 13px; font-weight: 600; }
  label { display: block; margin: 16px 0 4px; font-weight: 600; }
  input { box-sizing: border-box; width: 100%; padding: 10px; border: 1px solid #8a857b; border-radius: 6px; font: inherit; }
  button { margin-top: 24px; width: 100%; padding: 12px; border: 0; border-radius: 6px; background: #1b1a17; color: #fff;
    font: inherit; font-weight: 600; cursor: pointer; }
  :focus-visible { outline: 2px solid #1f5fbf; outline-offset: 2px; }
  .error { margin: 4px 0 0; color: #a8201a; font-size: 14px; }`;

const page = (body: string): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Local test identity</title>
<style>${style}</style></head>
<body><main><span class="label">Local test identity</span>
${body}
</main></body>
</html>
`;

/** Renders the form that selects the user to sign in as. `action` is the form's target URL. */
export function signInPage(action: string, error?: string): string {
  return page(`<h1>Choose a test identity</h1>
<p>This page stands in for Google while you try the product on your own machine. It asks for no password.</p>
<form method="post" action="${escapeHtml(action)}">
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
