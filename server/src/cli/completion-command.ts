import { Argument, type Command } from 'commander'

const SHELLS = ['bash', 'zsh'] as const

export function addCompletionCommand(program: Command): void {
  program
    .command('completion')
    .description('print a script that completes commands and flags; source it in ~/.bashrc or ~/.zshrc')
    .addArgument(new Argument('<shell>', 'for which shell').choices(SHELLS))
    .action((shell: (typeof SHELLS)[number]) => {
      process.stdout.write(scriptFor(shell, wordsOf(program)))
    })
}

/** What may follow a command: commands and flags. `` is what follows `punchcard` itself. */
function wordsOf(program: Command): Map<string, string[]> {
  const words = new Map<string, string[]>()
  const collect = (command: Command, path: string): void => {
    const flags = command.options.filter(({ hidden }) => !hidden).flatMap(({ long }) => long ?? [])
    words.set(path, [...command.commands.map((one) => one.name()), ...flags, '--help'])
    for (const one of command.commands) collect(one, `${path} ${one.name()}`.trim())
  }
  collect(program, '')
  return words
}

/** zsh understands bash's completions once it is told to. */
function scriptFor(shell: (typeof SHELLS)[number], words: ReadonlyMap<string, readonly string[]>): string {
  const cases = [...words].map(([path, next]) => `    '${path}') words='${next.join(' ')}' ;;`)
  // Values of flags are words too: only what names a command leads on.
  const known = [...words.keys()]
    .filter((path) => path !== '')
    .map((path) => `'${path}'`)
    .join(' | ')
  return `${shell === 'zsh' ? 'autoload -U +X bashcompinit && bashcompinit\n' : ''}_punchcard() {
  local path='' word words=''
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "\${path:+$path }$word" in ${known}) path="\${path:+$path }$word" ;; esac
  done
  case "$path" in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _punchcard punchcard
`
}
