import type { Command } from 'commander'
import { type Resealed, SEALED, type SealedThings } from '../app/sealed.ts'
import { counted } from '../platform/counted.ts'
import { createSealer } from '../platform/sealing.ts'
import { EXIT } from './exit-codes.ts'
import { jsonOption } from './options.ts'
import { print } from './output.ts'
import { withCells } from './setup.ts'
import { requireSecretsKeys } from './webhook-context.ts'

export function addSecretsCommands(program: Command): void {
  program
    .command('secrets')
    .description('what is stored encrypted')
    .command('reseal')
    .description(
      'encrypt everything with the first key of PUNCHCARD_SECRETS_KEY, so that the others can be removed',
    )
    .addOption(jsonOption())
    .action((options: { json: boolean }) =>
      withCells(async (cells, config) => {
        const sealer = createSealer(requireSecretsKeys(config))
        const done: Partial<Record<SealedThings['name'], number>> = {}
        const unreadable: Resealed['unreadable'][number][] = []
        for (const things of SEALED) {
          const found = await things.reseal(cells, sealer)
          done[things.name] = found.done
          unreadable.push(...found.unreadable)
        }
        print(options.json, { ...done, unreadable }, textOf(done, unreadable))
        if (unreadable.length > 0) process.exitCode = EXIT.no
      }),
    )
}

function textOf(
  {
    endpoints = 0,
    people = 0,
    merchants = 0,
    storefronts = 0,
    files = 0,
  }: Partial<Record<SealedThings['name'], number>>,
  unreadable: Resealed['unreadable'],
): string {
  const done = `The secrets of ${counted(endpoints, 'endpoint')} and ${counted(people, 'person', 'people')} are encrypted with the first key, and so are the keys for erasing persons of ${counted(merchants, 'merchant')}, ${counted(storefronts, 'key')} of storefronts and the keys of ${counted(files, 'file')}.`
  if (unreadable.length === 0) return done
  const lines = unreadable.map(
    (one) =>
      `  ${Object.entries(one)
        .map(([what, id]) => `${what} ${id}`)
        .join(', ')}`,
  )
  return [
    done,
    'None of the keys opens the secrets of these; add the key that they were made with, or remove and add the endpoints again (a person: `punchcard person reset --second-factor`):',
    ...lines,
  ].join('\n')
}
