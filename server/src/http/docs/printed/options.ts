import {
  exampleRequestOf,
  listChoices,
  optionDocs,
  optionRow,
  type OptionDocs,
  type RuntimeConfig,
} from '@shotwright/contract';
import { imagesOf } from './option-images.ts';
import { anchorOf, jsonBlock, markdownTable, markdownText } from '../site/markdown.ts';

type Prices = RuntimeConfig['creditPrices'];

/** Returns a table of the groups with links to their options. */
export function optionGroupsTable(): string {
  const rows = groupsOf(optionDocs()).map(([group, options]) => [
    `[${group}](#group-${anchorOf(group)})`,
    options.map(({ name }) => `[\`${name}\`](#${name})`).join(' '),
  ]);
  return markdownTable(['Group', 'Options'], rows);
}

/** Returns every option with its values, default and example. `prices`: undefined without billing. */
export function optionList(prices: Prices | undefined): string {
  return groupsOf(optionDocs(prices))
    .map(([group, options]) => {
      const entries = options.map((option) => optionEntry(option, prices !== undefined));
      return `## ${group} {#group-${anchorOf(group)}}\n\n${entries.join('\n\n')}`;
    })
    .join('\n\n');
}

function groupsOf(options: readonly OptionDocs[]): [string, OptionDocs[]][] {
  return [...Map.groupBy(options, ({ group }) => group)];
}

function optionEntry(option: OptionDocs, isPriceShown: boolean): string {
  const { name, sentence } = option;
  const facts = factsOf(option, isPriceShown).map(([fact, text]) => `- **${fact}:** ${text}`);
  return `<section class="option">

### \`${name}\` {#${name}}

${markdownText(sentence)}

${facts.join('\n')}

${imagesOf(name)}

${jsonBlock(exampleRequestOf(name).body, { isOneLine: true })}

</section>`;
}

function factsOf(option: OptionDocs, isPriceShown: boolean): [string, string][] {
  const { name, values, default: preset, aliases, sources, excludes, price } = option;
  const { requires = [], requiresAll = [] } = optionRow(name);
  const needed = [...requiresAll, ...(requires.length > 0 ? [listChoices(requires)] : [])];
  const facts: [string, string | undefined][] = [
    ['Value', markdownText(values)],
    ['Default', preset === undefined ? 'none' : `\`${preset}\``],
    ['Captures', sources.length === 1 ? `of ${sources.join()} only` : undefined],
    ['Needs', needed.length > 0 ? markdownText(needed.join(', ')) : undefined],
    ['Not with', excludes.length > 0 ? markdownText(excludes.join('; ')) : undefined],
    ['Also called', aliases.length > 0 ? aliases.map((one) => `\`${one}\``).join(', ') : undefined],
    ['Price', isPriceShown && price > 0 ? `adds ${creditText(price)}` : undefined],
  ];
  return facts.flatMap(([fact, text]) => (text === undefined ? [] : [[fact, text]]));
}

/** Returns a number of credits in words. */
export function creditText(credits: number): string {
  return `${credits} ${credits === 1 ? 'credit' : 'credits'}`;
}
