import type { PatternMode } from './pattern.ts';

/** Captures of a group that are known to be wrong: names of patterns, separated by white space. */
interface KnownWrong {
  readonly group: string;
  readonly reason: string;
  readonly captures: Readonly<Partial<Record<PatternMode | 'both', string>>>;
}

/** Captures that are wrong on every machine. Their tests must fail, so that a mended one is removed. */
const always: readonly KnownWrong[] = [];

/**
 * Captures that are wrong because they are taken too early. On a busy machine each step of the
 * engine takes longer, and they become right by accident. Their tests are skipped.
 */
const sometimes: readonly KnownWrong[] = [
  {
    group: 'waiting',
    reason:
      'on an overloaded machine, idle callbacks in a row take more of the clock than they have',
    captures: { both: `idle-callbacks` },
  },
  {
    group: 'motion',
    reason: 'on an overloaded machine, a tween that counts frames is given too few of them',
    captures: { viewport: `frame-counting-tween` },
  },
];

/** Returns `always` if the test of a capture must fail, `sometimes` if its result is not steady. */
export function knownWrong(
  group: string,
  pattern: string,
  mode: PatternMode,
): 'always' | 'sometimes' | 'no' {
  const has = (list: readonly KnownWrong[]): boolean =>
    list.some(
      ({ group: name, captures }) =>
        name === group &&
        `${captures[mode] ?? ''} ${captures.both ?? ''}`.split(/\s+/).includes(pattern),
    );
  if (has(always)) return 'always';
  return has(sometimes) ? 'sometimes' : 'no';
}
