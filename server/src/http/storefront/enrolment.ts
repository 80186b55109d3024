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
import { joinByCode } from '../../orders/join-by-code.ts'
import type { Referrer } from '../../referrals/collections.ts'
import { findOwnerOfCode, readCode } from '../../referrals/store/referrals.ts'
import type { Cells } from '../../tenancy/cells.ts'
import type { CustomerCall, PublicApi } from '../../tenancy/public-api/api.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import { enrolMe, type OwnEnrolment, optMeOut } from './schema.ts'

export interface EnrolmentOptions {
  readonly cells: Cells
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
  const referrer = referralCode === null ? null : await findReferrer(options, call, referralCode)
  const till = options.tillOf(tenant)
  const outcome = referrer
    ? await till.run(joinByCode, { ...input, referrer })
    : await till.run(joinProgram, input)
  if (outcome.kind === 'gone') return BAD_TOKEN
  if (outcome.kind === 'termsChanged') return termsChanged(outcome.version)
  const me = await options.readMe(call)
  if (isProblem(me)) return me
  // Which of the checks has failed is told to no one who comes with a code.
  const isReferred = 'isReferred' in outcome && outcome.isReferred
  return { ...me, referral: referralCode === null ? null : isReferred ? 'accepted' : 'ignored' }
}

/** Whose code it is; null: of no customer, or the shop does not let its customers refer friends here. */
async function findReferrer(
  { cells }: EnrolmentOptions,
  { shop, tenant }: CustomerCall,
  referralCode: string,
): Promise<Referrer | null> {
  const code = shop.switches.referral ? readCode(referralCode) : null
  return code === null
    ? null
    : cells.of(tenant).read([tenant.id], (tx) => findOwnerOfCode(tx, tenant.id, code))
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
