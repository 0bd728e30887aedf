import type { CaptureOptions } from '@shotwright/sdk';
import { optionTable, type OptionEntry } from '@shotwright/sdk/options';
import { Option, type Command } from 'commander';

/** Kinds of options whose flag is repeated for several values. */
const repeatedKinds: ReadonlySet<OptionEntry['kind']> = new Set(['list', 'steps']);

type Source = OptionEntry['sources'][number];

/** Options that have an argument of their own instead of a flag. */
const argumentNames: ReadonlySet<string> = new Set(['url', 'html']);

const placeholders: Readonly<Record<OptionEntry['kind'], string>> = {
  boolean: '',
  number: ' <number>',
  id: ' <id>',
  choice: ' <choice>',
  choices: ' <choices>',
  list: ' <text>',
  text: ' <text>',
  instant: ' <time>',
  url: ' <url>',
  html: ' <html>',
  headers: ' <json>',
  cookies: ' <text>',
  steps: ' <step>',
};

/** Shorter names of flags. */
const shortNames: Readonly<Record<string, string>> = { setting_id: 'setting' };

/** Returns the flag of an option: `full_page` → `--full-page`. */
export function flagOf(name: string): string {
  return `--${(shortNames[name] ?? name).replaceAll('_', '-')}`;
}

/**
 * Adds a flag for each capture option to a command, in the groups of the documentation. Without a
 * source: the options of both.
 */
export function addCaptureFlags(command: Command, source?: Source): void {
  for (const entry of optionsOf(source)) {
    const isOnByDefault = entry.kind === 'boolean' && entry.sentence.includes('Default: true.');
    const flag = isOnByDefault ? flagOf(`no_${entry.name}`) : flagOf(entry.name);
    const option = new Option(`${flag}${placeholders[entry.kind] ?? ' <value>'}`, describe(entry));
    if (repeatedKinds.has(entry.kind)) option.argParser(collect);
    command.optionsGroup(`${entry.group}:`).addOption(option);
  }
}

/**
 * Returns the given capture options under their wire names. Values remain the text that was typed:
 * the server parses them, so that its errors name the valid values.
 */
export function readCaptureFlags(command: Command, source?: Source): Partial<CaptureOptions> {
  const given: Readonly<Record<string, unknown>> = command.opts();
  const options = optionsOf(source).flatMap(({ name }): [string, unknown][] => {
    const key = (shortNames[name] ?? name).replaceAll(/_(\w)/g, (_, letter: string) =>
      letter.toUpperCase(),
    );
    return command.getOptionValueSource(key) === 'cli' ? [[name, given[key]]] : [];
  });
  return Object.fromEntries(options);
}

function optionsOf(source: Source | undefined): OptionEntry[] {
  return optionTable.filter(
    ({ name, sources }) =>
      (source === undefined || sources.includes(source)) && !argumentNames.has(name),
  );
}

function describe({ kind, choices, sentence }: OptionEntry): string {
  const values = choices === undefined ? '' : ` Values: ${choices.join(', ')}.`;
  return `${sentence}${values}${repeatedKinds.has(kind) ? ' Repeat the flag for several.' : ''}`;
}

function collect(value: string, others: unknown): string[] {
  return [...(Array.isArray(others) ? others.map(String) : []), value];
}
