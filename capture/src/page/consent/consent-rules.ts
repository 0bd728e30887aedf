import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import {
  decodeRules,
  evalSnippets,
  filterCompactRules,
  type IndexedCMPRuleset,
  type RuleBundle,
} from '@duckduckgo/autoconsent';

/** Rules and script of the library that answers consent banners. */
export interface ConsentRules {
  /** Script that runs in each frame. */
  readonly script: string;
  /** Selectors of known banners on any site. */
  readonly selectors: readonly string[];
  /** Returns the rules for a frame. */
  rulesFor(frame: ConsentFrame): RuleBundle;
}

/** Properties of a frame that decide which rules apply. */
export interface ConsentFrame {
  readonly url: string;
  readonly isMain: boolean;
  readonly isAccepting: boolean;
}

let loaded: ConsentRules | undefined;

/** Returns the rules, which are read with the first capture that needs them. */
export function consentRules(): ConsentRules {
  loaded ??= loadRules();
  return loaded;
}

function loadRules(): ConsentRules {
  const require = createRequire(import.meta.url);
  const dist = dirname(require.resolve('@duckduckgo/autoconsent'));
  const compact: IndexedCMPRuleset = require('@duckduckgo/autoconsent/rules/compact-rules.json');
  const decoded = decodeRules(compact);
  let full: RuleBundle['autoconsent'] | undefined;
  return {
    script: readFileSync(join(dist, 'autoconsent.playwright.js'), 'utf8'),
    selectors: decoded
      .filter(({ runContext }) => runContext?.urlPattern === undefined)
      .flatMap(({ prehideSelectors = [] }) => prehideSelectors),
    rulesFor({ url, isMain, isAccepting }) {
      if (!isAccepting) {
        const rules = filterCompactRules(compact, { url, mainFrame: isMain });
        return { autoconsent: [], compact: rules };
      }
      // The compact rules cannot accept.
      const bundle: RuleBundle = require('@duckduckgo/autoconsent/rules/rules.json');
      full ??= bundle.autoconsent;
      return {
        autoconsent: full.filter(({ runContext: { urlPattern } = {} }) =>
          urlPattern === undefined ? isMain : new RegExp(urlPattern).test(url),
        ),
      };
    },
  };
}

/**
 * Returns the code of a snippet that rules run in the page's own world; undefined for an unknown name,
 * because the name comes back through the page's process.
 */
export function snippetCode(name: unknown): string | undefined {
  if (typeof name !== 'string' || !Object.hasOwn(evalSnippets, name)) return undefined;
  const snippet = new Map<string, () => unknown>(Object.entries(evalSnippets)).get(name);
  return snippet && `(${snippet.toString()})()`;
}
