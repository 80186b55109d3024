import { type Command, InvalidArgumentError, Option } from 'commander'
import { LOCALES, type Locale } from '../contract/locale.ts'
import { systemClock } from '../platform/system-clock.ts'
import { jsonOption, wholeNumber } from './options.ts'
import { print } from './output.ts'
import { withCells } from './setup.ts'

const LIMIT = 100
const LIMIT_MAX = 10_000

interface ExplainOptions {
  readonly tenant: number
  readonly customer: string
  readonly order?: string
  readonly limit: number
  readonly language: Locale
  readonly json: boolean
}

export function addExplainCommand(program: Command): void {
  program
    .command('explain')
    .description('say why a customer has these points and stamps, or why an order earned what it did')
    .requiredOption('--tenant <number>', 'whose customer', wholeNumber)
    .requiredOption('--customer <id>', 'the id in the merchant store')
    .option('--order <id>', 'only this order, as the merchant store names it')
    .option('--limit <number>', `how many of the newest entries; ${LIMIT} unless told`, limit, LIMIT)
    .addOption(
      new Option('--language <language>', 'of the sentences')
        .choices([...LOCALES])
        .default('en' satisfies Locale),
    )
    .addOption(jsonOption())
    .action((options: ExplainOptions) =>
      withCells(async (cells) => {
        const { tenant: tenantId, customer, order, limit, language: locale, json } = options
        // Loaded when needed, as all larger parts are.
        const [{ explain }, { toJson, toText }] = await Promise.all([
          import('../history/explain-customer.ts'),
          import('./explain-text.ts'),
        ])
        const explained = await explain(cells, { tenantId, customer, order, limit, locale }, systemClock)
        print(json, toJson(customer, explained), toText(customer, explained))
      }),
    )
}

function limit(text: string): number {
  const count = wholeNumber(text)
  if (count < 1 || count > LIMIT_MAX) throw new InvalidArgumentError(`It must be from 1 to ${LIMIT_MAX}.`)
  return count
}
