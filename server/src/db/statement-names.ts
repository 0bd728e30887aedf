/** At most this many texts are prepared: every connection keeps each of them. */
const maxPrepared = 128;
const preparedFromUse = 5;

/**
 * Gives texts that are sent again and again a name, under which a connection prepares them once: planning a statement
 * anew costs more than running it. Texts that are rarely sent stay without.
 */
export function createStatementNames(prefix: string): (text: string) => string | undefined {
  const uses = new Map<string, number>();
  const names = new Map<string, string>();
  return (text) => {
    const known = names.get(text);
    if (known !== undefined || names.size >= maxPrepared) return known;
    if (uses.size > 10 * maxPrepared) uses.clear();
    const count = (uses.get(text) ?? 0) + 1;
    uses.set(text, count);
    if (count < preparedFromUse) return undefined;
    uses.delete(text);
    const name = `${prefix}_${names.size}`;
    names.set(text, name);
    return name;
  };
}
