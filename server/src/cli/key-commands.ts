import { type Command, InvalidArgumentError } from 'commander'
import { systemClock } from '../platform/system-clock.ts'
import { KEY_SCOPES, type KeyScope, SCOPES_OF_COMMAND } from '../tenancy/key-scope.ts'
import { createKey, keysOf, revokeKey } from '../tenancy/manage/tenants.ts'
import { jsonOption, wholeNumber } from './options.ts'
import { note, print } from './output.ts'
import { withCells } from './setup.ts'

export function addKeyCommands(program: Command): void {
  const key = program.command('key').description('API keys')
  key
    .command('create')
    .description('make an API token and key; the key is shown only now')
    .requiredOption('--tenant <number>', 'whose key', wholeNumber)
    .option('--label <text>', 'what it is for', '')
    .option('--scopes <list>', `what it may do: ${KEY_SCOPES.join(',')}`, readScopes, [...SCOPES_OF_COMMAND])
    .addOption(jsonOption())
    .action((options: { tenant: number; label: string; scopes: KeyScope[]; json: boolean }) =>
      withCells(async ({ directory }) => {
        const { token, secret } = await createKey(directory, options.tenant, options.label, options.scopes)
        note({ tenant: options.tenant, apiToken: token }, 'key made')
        print(
          options.json,
          { token, key: secret },
          `Token: ${token}\nKey:   ${secret}\nKeep the key: it is not shown again.`,
        )
      }),
    )
  key
    .command('list')
    .description('the keys of a merchant')
    .requiredOption('--tenant <number>', 'whose keys', wholeNumber)
    .addOption(jsonOption())
    .action((options: { tenant: number; json: boolean }) =>
      withCells(async ({ directory }) => {
        const keys = await keysOf(directory, options.tenant)
        const lines = keys.map(
          ({ token, label, revokedAt }) => `${token}  ${revokedAt ? 'revoked' : 'live'}  ${label}`,
        )
        print(options.json, { keys }, lines.join('\n') || 'No keys.')
      }),
    )
  key
    .command('revoke')
    .description('refuse a key from now on, everywhere within a second')
    .requiredOption('--token <token>', 'its token')
    .addOption(jsonOption())
    .action((options: { token: string; json: boolean }) =>
      withCells(async ({ directory }) => {
        await revokeKey(directory, options.token, systemClock())
        note({ apiToken: options.token }, 'key revoked')
        print(options.json, { revoked: options.token }, 'The key is revoked.')
      }),
    )
}

function readScopes(text: string): KeyScope[] {
  const given = [...new Set(text.split(',').map((part) => part.trim()))]
  const known = KEY_SCOPES.filter((scope) => given.includes(scope))
  if (known.length !== given.length) throw new InvalidArgumentError(`Give some of ${KEY_SCOPES.join(',')}.`)
  return known
}
