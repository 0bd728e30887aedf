/**
 * Returns the match score of `query` in `text`, or undefined if there is no match; higher is
 * better. Every word of the query must match.
 */
export function matchScore(query: string, text: string): number | undefined {
  const hay = fold(text);
  let sum = 0;
  for (const word of fold(query).split(/\s+/).filter(Boolean)) {
    const score = wordScore(word, hay);
    if (score === undefined) return undefined;
    sum += score;
  }
  // Between equal matches, the shorter text is the closer one.
  return sum - Math.min(hay.length, 200) / 1_000;
}

/**
 * Scores one word: a contiguous match is worth more than scattered letters, and a word start more
 * than a middle.
 */
function wordScore(word: string, hay: string): number | undefined {
  const first = hay.indexOf(word);
  if (first === -1) return scatteredScore(word, hay);
  if (first === 0) return 4;
  for (let at = first; at !== -1; at = hay.indexOf(word, at + 1)) {
    if (startsWord(hay, at)) return 3;
  }
  return 2;
}

/**
 * Scores letters in order with gaps: closer together is better, and the first must start a word.
 */
function scatteredScore(word: string, hay: string): number | undefined {
  if (word.length < 2) return undefined;
  let at = -1;
  let gaps = 0;
  for (const letter of word) {
    const next = hay.indexOf(letter, at + 1);
    if (next === -1 || (at === -1 && !startsWord(hay, next))) return undefined;
    if (at !== -1 && !startsWord(hay, next)) gaps += next - at - 1;
    at = next;
  }
  return gaps > word.length * 2 ? undefined : 1 - gaps / (word.length * 4);
}

function startsWord(hay: string, at: number): boolean {
  return at === 0 || (at > 0 && !/[\p{L}\p{N}]/u.test(hay[at - 1] ?? ''));
}

function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}
