/** Friends who were referred, for the people of a merchant. Here, because it joins customers, orders and the program. */
import { readExactSearch, readSearch } from '../../accounts/rules/search.ts'
import { findByTerms } from '../../accounts/store/find.ts'
import { pageBefore, pageOf } from '../../contract/admin-api/page.ts'
import { NOT_FOUND } from '../../contract/admin-api/texts.ts'
import type { CustomerId } from '../../contract/ids.ts'
import { isProblem } from '../../contract/problem.ts'
import { isRefusal } from '../../contract/refusal.ts'
import { seesPersons } from '../../customers/admin-api/present.ts'
import type { ProgramContextReader } from '../../earning/admin-api/program-context.ts'
import { type Asked, sentenceContextOf } from '../../earning/admin-api/views.ts'
import { sentenceOfRule } from '../../earning/rule-sentence.ts'
import { findCurrentProgram } from '../../earning/store.ts'
import { namedActor } from '../../people/actor.ts'
import type { AdminApi, Call } from '../../people/admin-api/api.ts'
import { instantToText, instantToTextOrNull } from '../../platform/clock.ts'
import { shortText } from '../../platform/decimal.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { localDate, startOfDay } from '../../platform/zone.ts'
import type { Referral } from '../../referrals/referral.ts'
import * as commands from '../../referrals/reward.ts'
import { countReferrals, listReferrals as list, readReferrals } from '../../referrals/store/list.ts'
import { findCodeOwner, readCode } from '../../referrals/store/referrals.ts'
import type { Cells } from '../../tenancy/cells.ts'
import { sumFigures } from './figures.ts'
import { presentReferral, presentReferrals } from './present.ts'
import { decideReferral, getReferral, getReferralFigures, listReferrals } from './schema.ts'
import { REFUSED } from './texts.ts'

const KIND = 'referral'
const DAYS = 90
const COUNTED_MAX = 100_000
/** More customers who are found by the same words are not meant. */
const FOUND_MAX = 50
/** Of the column. */
const NAME_MAX = 200

interface Options {
  readonly cells: Cells
  readonly reader: ProgramContextReader
}

export function referralAdminRoutes(api: AdminApi, { cells, reader }: Options): void {
  api.read(listReferrals, 'cell', async (tx, call) => {
    const { tenant, query, now } = call
    const page = pageBefore(query)
    if (isProblem(page)) return page
    const { state = null, outcome = null } = query
    const customerIds = await findMeant(tx, call)
    if (customerIds?.length === 0) return { answer: { items: [], nextCursor: null } }
    const found = await list(tx, tenant.id, { state, outcome, customerIds }, page, now)
    const items = new Map((await presentReferrals(tx, found.referrals, call)).map((item) => [item.id, item]))
    const keysOf = ({ registeredAt, friendId }: Referral) => [registeredAt, friendId]
    const shown = ({ friendId }: Referral) => items.get(friendId) ?? []
    const answer = pageOf(query, found.referrals, keysOf, shown, found.lookedUntil)
    return { answer: { ...answer, items: answer.items.flat() } }
  })

  api.read(getReferralFigures, 'cell', async (tx, call) => {
    const { tenant, now, query } = call
    const { timeZone } = tenant
    const since = startOfDay(localDate(now, timeZone) - (query.days ?? DAYS) + 1, timeZone)
    const [counted, rule] = await Promise.all([
      countReferrals(tx, tenant.id, { since, now, limit: COUNTED_MAX }),
      readRule(tx, call, reader),
    ])
    const { all, pending, rewarded, ...figures } = sumFigures(counted)
    return {
      answer: {
        since: instantToText(since),
        isMore: all >= COUNTED_MAX,
        ...figures,
        rewarded: { ...rewarded, points: shortText(rewarded.points) },
        pending: {
          ...pending,
          points: shortText(pending.points),
          until: instantToTextOrNull(pending.until),
        },
        rule,
      },
    }
  })

  api.read(getReferral, 'cell', async (tx, call) => {
    const [referral] = await readReferrals(tx, call.tenant.id, [call.params.id])
    const answer = referral ? await presentReferral(tx, referral, call) : null
    return answer ? { answer } : NOT_FOUND
  })

  api.command(decideReferral, {
    command: commands.decideReferral,
    async input({ tenant, params: { id }, body: { count, note }, caller }) {
      const [found] = await cells.of(tenant).read([tenant.id], (tx) => readReferrals(tx, tenant.id, [id]))
      if (!found) return NOT_FOUND
      const { friendId, referrerId } = found
      const decidedBy = namedActor(caller).label.slice(0, NAME_MAX)
      return { tenant, friendId, referrerId, counts: count, note, decidedBy }
    },
    written(result, { params: { id } }) {
      if (isRefusal(result)) return REFUSED[result.reason]
      const { state, reason, referrerLot, waitsUntil } = result
      const points = referrerLot && shortText(referrerLot.amount.points)
      return {
        answer: {
          ...{ id, state, reason, points },
          availableAt: referrerLot ? instantToTextOrNull(waitsUntil) : null,
        },
        audit: {
          target: { kind: KIND, id: String(id), label: String(id) },
          before: { state: 'held' },
          after: { state, ...(reason ? { reason } : {}), ...(points ? { points } : {}) },
        },
      }
    },
  })
}

/** Whose referrals are asked for; null: those of all. */
async function findMeant(
  tx: Tx,
  { tenant, query, caller }: Call<typeof listReferrals>,
): Promise<readonly CustomerId[] | null> {
  const { referrer, search } = query
  if (search === undefined) return referrer === undefined ? null : [referrer]
  const code = seesPersons(caller) ? readCode(search) : null
  const terms = seesPersons(caller) ? readSearch(search) : readExactSearch(search)
  const [owner, found] = await Promise.all([
    code === null ? null : findCodeOwner(tx, tenant.id, code),
    terms === null
      ? []
      : findByTerms(tx, tenant.id, terms, {
          after: { isExact: true, id: Number.MAX_SAFE_INTEGER },
          limit: FOUND_MAX,
          isWanted: null,
        }),
  ])
  const ids = [...(owner === null ? [] : [owner]), ...found.map(({ id }) => id)]
  return referrer === undefined ? ids : ids.filter((id) => id === referrer)
}

async function readRule(tx: Tx, asked: Asked, reader: ProgramContextReader) {
  const program = await findCurrentProgram(tx, asked.tenant.id, asked.now)
  const rule = program.index.referral
  if (!rule) return null
  const context = await sentenceContextOf(tx, [program], asked, reader)
  return { id: rule.id, sentence: sentenceOfRule(rule, context) }
}
