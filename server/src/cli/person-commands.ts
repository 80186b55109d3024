import { type Command, Option } from 'commander'
import type { Config } from '../app/config.ts'
import { LOCALES, type Locale } from '../contract/locale.ts'
import { ROLES, type Role } from '../contract/permission.ts'
import { invitationLink, resetLink } from '../people/links.ts'
import type { Cells } from '../tenancy/cells.ts'
import { jsonOption, wholeNumber } from './options.ts'
import { note, print, say, table } from './output.ts'
import { withCells } from './setup.ts'

export function addPersonCommands(program: Command): void {
  const person = program.command('person').description('people who use the panel')
  addCreate(person)
  addInvite(person)
  addReset(person)
  addRemove(person)
  addList(person)
  addAudit(person)
}

function addCreate(person: Command): void {
  person
    .command('create')
    .description('add a person who runs this installation; prints the link with which they set a password')
    .requiredOption('--operator', 'people of a merchant are invited: `punchcard person invite`')
    .requiredOption('--email <address>', 'the address to sign in with')
    .option('--name <name>', 'default: the address')
    .addOption(new Option('--locale <locale>', 'the language').choices(LOCALES).default('en'))
    .addOption(jsonOption())
    .action((options: { email: string; name?: string; locale: Locale; json: boolean }) =>
      withPeople(async ({ cells, config, people }) => {
        const { email, name = email, locale } = options
        const made = await people.addOperator(cells.directory, { email, name, locale })
        note({ person: made.person }, 'operator made')
        const link = resetLink(originOf(config, `\`punchcard person reset --email ${email}\``), made.token)
        print(
          options.json,
          { person: made.person, link, expiresAt: made.expiresAt },
          `${email} sets a password with this link, once, until ${made.expiresAt}:\n\n  ${link}`,
        )
      }),
    )
}

function addInvite(person: Command): void {
  person
    .command('invite')
    .description('invite a person to manage a merchant; prints the link. An earlier link stops working')
    .requiredOption('--tenant <number>', 'the merchant', wholeNumber)
    .requiredOption('--email <address>', 'whom')
    .addOption(new Option('--role <role>', 'what they may do').choices(ROLES).makeOptionMandatory())
    .addOption(jsonOption())
    .action((options: { tenant: number; email: string; role: Role; json: boolean }) =>
      withPeople(async ({ cells, config, people }) => {
        const { tenant, email, role } = options
        const made = await people.inviteByCommand(cells.directory, tenant, { email, role })
        note({ tenant, invitation: made.invitation }, 'person invited')
        const link = invitationLink(originOf(config, 'this command again'), made.token)
        print(
          options.json,
          { tenant, invitation: made.invitation, link, expiresAt: made.expiresAt },
          `${email} becomes ${role} of tenant ${tenant} with this link, once, until ${made.expiresAt}:\n\n  ${link}`,
        )
      }),
    )
}

function addReset(person: Command): void {
  person
    .command('reset')
    .description('print a link with which a person sets a new password')
    .requiredOption('--email <address>', 'whose')
    .option(
      '--second-factor',
      'also turn off two-factor authentication, for a person who has lost access to it',
      false,
    )
    .addOption(jsonOption())
    .action((options: { email: string; secondFactor: boolean; json: boolean }) =>
      withPeople(async ({ cells, config, people }) => {
        const { email, secondFactor } = options
        const made = await people.resetByCommand(cells.directory, email, secondFactor)
        note({ person: made.person }, 'password reset')
        const link = resetLink(originOf(config, 'this command again'), made.token)
        print(
          options.json,
          { person: made.person, link, expiresAt: made.expiresAt },
          `${email} sets a new password with this link, once, until ${made.expiresAt}:\n\n  ${link}`,
        )
      }),
    )
}

function addRemove(person: Command): void {
  person
    .command('remove')
    .description(
      'remove a person with all that lets them in, also one who took an address that is not theirs',
    )
    .requiredOption('--email <address>', 'who')
    .option('--force', 'also the last owner of a merchant', false)
    .addOption(jsonOption())
    .action((options: { email: string; force: boolean; json: boolean }) =>
      withPeople(async ({ cells, people }) => {
        const { email, force } = options
        const removed = await people.removeByCommand(cells.directory, email, { force })
        note({ person: removed.person }, 'person removed')
        const from = removed.tenants.length > 0 ? `, of tenant ${removed.tenants.join(', ')}` : ''
        print(
          options.json,
          removed,
          `Person ${removed.person}${from}, is removed. The address can be invited again.`,
        )
      }),
    )
}

function addList(person: Command): void {
  person
    .command('list')
    .description('all people, and the merchants that they manage')
    .addOption(jsonOption())
    .action((options: { json: boolean }) =>
      withPeople(async ({ cells, people }) => {
        const all = await people.listPeople(cells.directory)
        const rows = all.map((one) => [
          String(one.person),
          one.email,
          one.name,
          one.memberships.map(({ tenant, role }) => `${role} of ${tenant}`).join(', '),
          one.isOperator ? 'operator' : '',
          one.hasPassword ? '' : 'no password yet',
          one.hasSecondFactor ? 'second factor' : '',
        ])
        const headings = ['Person', 'E-mail', 'Name', 'Tenants', '', '', '']
        print(options.json, { people: all }, rows.length > 0 ? table(headings, rows) : 'No people yet.')
      }),
    )
}

const AUDIT_LINES_MAX = 1_000

function addAudit(person: Command): void {
  person
    .command('audit')
    .description('what people did to their own accounts, newest first; each merchant has its own audit log')
    .option('--limit <number>', `how many lines, up to ${AUDIT_LINES_MAX}`, wholeNumber, 50)
    .addOption(jsonOption())
    .action((options: { limit: number; json: boolean }) =>
      withPeople(async ({ cells, people }) => {
        const limit = Math.min(options.limit, AUDIT_LINES_MAX)
        const entries = await people.listPlatformAudit(cells.directory, limit)
        const rows = entries.map(({ at, actor, action, target, address, via, note: said }) => [
          at,
          actor.label,
          action,
          `${target.kind} ${target.id}`,
          address ?? via,
          said ?? '',
        ])
        const headings = ['When', 'Who', 'What', 'Whose', 'From', '']
        print(options.json, { entries }, rows.length > 0 ? table(headings, rows) : 'No entries yet.')
      }),
    )
}

interface PeopleContext {
  readonly cells: Cells
  readonly config: Config
  readonly people: typeof import('../people/by-command.ts')
}

function withPeople(work: (context: PeopleContext) => Promise<void>): Promise<void> {
  return withCells(async (cells, config) =>
    // Loaded only here: a small command ends in less time than this import takes.
    work({ cells, config, people: await import('../people/by-command.ts') }),
  )
}

/**
 * What links begin with: where people open Punchcard, if that is set. Else where `serve` listens by the same settings,
 * with a sentence that says so, and what to run for a link that works elsewhere.
 */
function originOf({ publicUrl, host, port }: Config, forNewLink: string): string {
  if (publicUrl !== null) return publicUrl
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host
  const origin = `http://${name}:${port}`
  say(
    `PUNCHCARD_PUBLIC_URL is not set, so the link begins with ${origin}, by HOST and PORT, and opens on this machine at most. Set it to the address at which people open Punchcard, like https://loyalty.example.com, and run ${forNewLink} for a new link.`,
  )
  return origin
}
