import type { Command } from 'commander'
import { describeHealth, healthHere } from '../app/health.ts'
import { EXIT } from './exit-codes.ts'
import { jsonOption } from './options.ts'
import { print } from './output.ts'
import { setUp } from './setup.ts'

export function addHealthCommand(program: Command): void {
  program
    .command('health')
    .description('ask the `serve` and the `work` of this machine or container whether they are ready')
    .addOption(jsonOption())
    .action(async (options: { json: boolean }) => {
      const { config } = await setUp()
      const health = await healthHere(config)
      print(options.json, health, describeHealth(health))
      if (!health.isReady) process.exitCode = EXIT.no
    })
}
