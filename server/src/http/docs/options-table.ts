import { listChoices, optionDocs, type OptionDocs, type RuntimeConfig } from '@shotwright/contract';
import { escapeHtml } from '../../lib/escape-html.ts';

/**
 * Returns the section of the reference that lists every capture option, as HTML. `prices` is
 * undefined if billing is off.
 */
export function optionsSection(prices: RuntimeConfig['creditPrices'] | undefined): string {
  const options = optionDocs(prices);
  const tables = [...new Set(options.map(({ group }) => group))].map((group) => {
    const rows = options
      .filter((option) => option.group === group)
      .map((option) => optionRow(option, prices !== undefined));
    return `<h3>${escapeHtml(group)}</h3>
<table><thead><tr><th>Option</th><th>Value</th><th>Default</th><th>Example</th><th>Meaning</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
  });
  return `<section id="options"><h2>Capture options</h2>
<p>Options of a capture of a URL or of HTML, as fields of the body.</p>
${tables.join('\n')}</section>`;
}

function optionRow(option: OptionDocs, isPriceShown: boolean): string {
  const { name, values, default: preset, example } = option;
  const cells = [
    `<code>${name}</code>`,
    escapeHtml(values),
    preset === undefined ? '' : `<code>${escapeHtml(preset)}</code>`,
    `<code>${escapeHtml(example)}</code>`,
    escapeHtml(meaningOf(option, isPriceShown)),
  ];
  return `<tr id="option-${name}">${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
}

function meaningOf(option: OptionDocs, isPriceShown: boolean): string {
  const { sentence, aliases, sources, excludes, price } = option;
  return [
    sentence,
    ...(sources.length === 1 ? [`Only for captures of ${sources.join()}.`] : []),
    ...(excludes.length > 0 ? [`Cannot be combined with ${listChoices(excludes)}.`] : []),
    ...(aliases.length > 0 ? [`Also called ${aliases.join(', ')}.`] : []),
    ...(isPriceShown && price > 0 ? [`Adds ${price} ${price === 1 ? 'credit' : 'credits'}.`] : []),
  ].join(' ');
}
