import type { Command, Option } from 'commander'
import { createProgram } from '../src/cli/main.ts'

const HEAD = `# The command line

<!-- Made from the commands themselves by \`npm run generate\`. -->

\`punchcard <command> --help\` says the same. In the folder of the repository put \`npx\` in front, as in \`npx punchcard migrate\`. The commands work on the database of \`DATABASE_URL\`, or without it on the one that \`punchcard dev\` started in this folder. With \`--json\` a command prints one JSON object. [Exit codes](exit-codes.md) say how a command ended, [Configuration](configuration.md) has the variables of the environment.
`

/** The page about all commands and their options. */
export function writeCommandLinePage(): string {
  const program = createProgram()
  return `${HEAD}${program.commands.map((command) => sectionOf(command, [])).join('')}`
}

function sectionOf(command: Command, above: readonly string[]): string {
  const path = [...above, command.name()]
  const inner = command.commands.filter((one) => one.name() !== 'help')
  const level = '#'.repeat(path.length + 1)
  const given = command.registeredArguments.map((argument) => ` \`<${argument.name()}>\``).join('')
  return [
    `\n${level} punchcard ${path.join(' ')}${given}\n\n${sentence(command.description())}\n`,
    optionsOf(command),
    ...inner.map((one) => sectionOf(one, path)),
  ].join('')
}

function optionsOf(command: Command): string {
  const options = command.options.filter(({ hidden }) => !hidden)
  if (options.length === 0) return ''
  return `\n| Option | Meaning |\n| --- | --- |\n${options.map(rowOf).join('\n')}\n`
}

function rowOf({ flags, description, defaultValue, mandatory }: Option): string {
  const isTold = defaultValue !== undefined && defaultValue !== '' && defaultValue !== false
  const more = `${mandatory ? '. Required' : ''}${isTold ? `. Default: \`${defaultValue}\`` : ''}`
  return `| \`${flags}\` | ${`${description}${more}`.replaceAll('|', '\\|').replaceAll('<', '&lt;')} |`
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}
