import { randomUUID } from 'node:crypto'
import { readOwn } from '../../accounts/public-api/own-reads.ts'
import type { SettledReads } from '../../accounts/settled-reads.ts'
import type { Till } from '../../accounts/till/till.ts'
import type { Me } from '../../balances/public-api/schema.ts'
import type { CustomerId } from '../../contract/ids.ts'
import { localized } from '../../contract/locale.ts'
import { isProblem, type Problem, problem } from '../../contract/problem.ts'
import { BAD_TOKEN } from '../../contract/public-api/texts.ts'
import { joinProgram, leaveProgram } from '../../customers/commands.ts'
import type { CustomerCall, PublicApi } from '../../tenancy/public-api/api.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import { enrolMe, type OwnEnrolment, optMeOut } from './schema.ts'

export interface EnrolmentOptions {
  readonly reads: SettledReads
  readonly tillOf: (tenant: Tenant) => Till
  readonly readMe: (call: CustomerCall) => Promise<Me | Problem>
}

export function enrolmentRoutes(api: PublicApi, options: EnrolmentOptions): void {
  api.personal(enrolMe, (call) => enrol(options, call))
  api.personal(optMeOut, (call) => optOut(options, call))
}

async function enrol(
  options: EnrolmentOptions,
  call: CustomerCall<typeof enrolMe>,
): Promise<OwnEnrolment | Problem> {
  const { tenant, token, body } = call
  const { terms, referralCode = null } = body
  const owner = await findOwner(options, call)
  if (isProblem(owner)) return owner
  const publicId = randomUUID()
  const input = { tenant, ...owner, terms, keyId: token.keyId, publicId }
  const outcome = await options.tillOf(tenant).run(joinProgram, input)
  if (outcome.kind === 'gone') return BAD_TOKEN
  if (outcome.kind === 'termsChanged') return termsChanged(outcome.version)
  const me = await options.readMe(call)
  return isProblem(me) ? me : { ...me, referral: referralCode === null ? null : 'ignored' }
}

async function optOut(options: EnrolmentOptions, call: CustomerCall<typeof optMeOut>): Promise<Me | Problem> {
  const { tenant } = call
  const owner = await findOwner(options, call)
  if (isProblem(owner)) return owner
  const outcome = await options.tillOf(tenant).run(leaveProgram, { tenant, ...owner })
  // One who never joined has left already.
  if (outcome.kind === 'gone' && owner.customerId !== null) return BAD_TOKEN
  return options.readMe(call)
}

interface Owner {
  readonly customerKey: string
  /** null: only the shop knows them. */
  readonly customerId: CustomerId | null
}

/** Whether the token is still good is looked at here: the till knows of no tokens. */
async function findOwner({ reads }: EnrolmentOptions, call: CustomerCall): Promise<Owner | Problem> {
  const { subject } = call.token
  const owner = await readOwn(reads, call, async (_tx, { customer }) => ({
    customerKey: customer.originalId,
    customerId: customer.id,
  }))
  return owner ?? { customerKey: String(subject), customerId: null }
}

function termsChanged(version: number | null): Problem {
  return problem('conflict', TERMS_CHANGED, { code: 'termsChanged', more: { version } })
}

const TERMS_CHANGED = localized(
  'The terms have changed. Read them again before you join.',
  'Os termos mudaram. Leia-os de novo antes de participar.',
  'Los términos han cambiado. Léalos de nuevo antes de unirse.',
)
