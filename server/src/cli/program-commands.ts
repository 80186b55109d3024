import type { Command } from 'commander'
import { jsonOption, wholeNumber } from './options.ts'
import { print } from './output.ts'
import { withCells } from './setup.ts'

export function addProgramCommands(program: Command): void {
  program
    .command('program')
    .description('how customers of a merchant earn')
    .command('publish')
    .description('publish the program in a file; what is earned from now on is earned by it')
    .requiredOption('--tenant <number>', 'whose program', wholeNumber)
    .requiredOption('--file <path>', 'the program as JSON')
    .addOption(jsonOption())
    .action((options: { tenant: number; file: string; json: boolean }) =>
      withCells(async (cells) => {
        const { publishProgramFile } = await import('./publish-program.ts')
        const { version, isNew } = await publishProgramFile(cells, options.tenant, options.file)
        const text = isNew
          ? `Version ${version} of the program was published.`
          : `Version ${version} is this program already: nothing has changed.`
        print(options.json, { version, published: isNew }, text)
      }),
    )
}
