/** An address without what may be secret in it: user, password, query and fragment. */
export function withoutSecrets(address: string): string {
  if (!URL.canParse(address)) return address.replace(/[?#].*$/s, '');
  const { protocol, host, pathname } = new URL(address);
  return `${protocol}//${host}${pathname}`;
}

/** A sentence with every address in it cut like that. */
export function sentenceWithoutSecrets(sentence: string): string {
  return sentence.replaceAll(/\b[a-z][a-z0-9+.-]{0,20}:\/\/[^\s"'<>]+/gi, withoutSecrets);
}
