const schemePattern = /^[a-z][a-z0-9+.-]*:/i;
// `example.com:8080` looks like a scheme, but text after a scheme's colon is never a port.
const hostWithPortPattern = /^[^/?#\s:]+:\d{1,5}([/?#]|$)/;

/** Returns the URL to send: trimmed, with `https://` if the scheme is missing. */
export function completeUrl(typed: string): string {
  const text = typed.trim();
  if (text === '') return '';
  const hasScheme = schemePattern.test(text) && !hostWithPortPattern.test(text);
  return hasScheme ? text : `https://${text.replace(/^\/\//, '')}`;
}
