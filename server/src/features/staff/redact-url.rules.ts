/** Removes the parts of a URL that may be secret: user, password, query and fragment. */
export function redactUrl(address: string): string {
  if (!URL.canParse(address)) return address.replace(/[?#].*$/s, '');
  const { protocol, host, pathname } = new URL(address);
  return `${protocol}//${host}${pathname}`;
}

/** Removes the same parts from every URL in a sentence. */
export function redactUrlsIn(sentence: string): string {
  return sentence.replaceAll(/\b[a-z][a-z0-9+.-]{0,20}:\/\/[^\s"'<>]+/gi, redactUrl);
}
