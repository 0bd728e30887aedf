import { Argument, type Command } from 'commander';
import type { CliContext } from '../context.ts';

const shells = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof shells)[number];

/** Words that complete a command: its sub-commands and its flags. */
interface Completion {
  /** Names of the commands that lead to it: `files list`. */
  readonly path: string;
  readonly words: readonly string[];
}

/** Adds `completion`, which prints a script for a shell. */
export function addCompletionCommand(program: Command, context: CliContext): void {
  program
    .command('completion')
    .description(
      'print a completion script, for example for `source <(shotwright completion bash)`',
    )
    .addArgument(new Argument('<shell>', 'shell').choices(shells))
    .action((shell: Shell) => {
      const text = scripts[shell](completionsOf(program, ''));
      context.process.stdout.write(`${text}\n`);
    });
}

function completionsOf(command: Command, path: string): Completion[] {
  const words = [
    ...command.commands.map((one) => one.name()),
    ...command.options.flatMap(({ long }) => (long ? [long] : [])),
    '--help',
  ];
  const inner = command.commands.flatMap((one) =>
    completionsOf(one, path === '' ? one.name() : `${path} ${one.name()}`),
  );
  return [{ path, words }, ...inner];
}

const casesOf = (completions: readonly Completion[]): string =>
  completions.map(({ path, words }) => `    '${path}') words='${words.join(' ')}' ;;`).join('\n');

/** Removes the flags and the word that is being typed, so that the commands remain. */
const findPath = (wordList: string): string => `  local path='' word
  for word in ${wordList}; do
    [[ $word == [a-z]* && $word != *[./:]* ]] && path="\${path:+$path }$word"
  done`;

const scripts: Readonly<Record<Shell, (completions: readonly Completion[]) => string>> = {
  bash: (completions) => `_shotwright() {
${findPath('"${COMP_WORDS[@]:1:COMP_CWORD-1}"')}
  local words=''
  case "$path" in
${casesOf(completions)}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
  [[ \${#COMPREPLY[@]} -eq 0 ]] && COMPREPLY=($(compgen -f -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -F _shotwright shotwright`,
  zsh: (completions) => `#compdef shotwright
_shotwright() {
${findPath('"${(@)words[2,CURRENT-1]}"')}
  local words_of=''
  case "$path" in
${casesOf(completions).replaceAll("words='", "words_of='")}
  esac
  compadd -- \${=words_of} || _files
}
compdef _shotwright shotwright`,
  fish: (completions) =>
    completions
      .map(({ path, words }) => {
        const condition =
          path === ''
            ? '__fish_use_subcommand'
            : path
                .split(' ')
                .map((name) => `__fish_seen_subcommand_from ${name}`)
                .join('; and ');
        return `complete -c shotwright -n '${condition}' -a '${words.join(' ')}'`;
      })
      .join('\n'),
};
