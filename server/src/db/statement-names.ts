/** Maximum number of prepared texts, because every connection stores each of them. */
const maxPrepared = 128;
const preparedFromUse = 5;

/**
 * Names texts that are sent repeatedly, so that each connection prepares them once: planning such a
 * statement again costs more than running it. Returns undefined for rare texts.
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
