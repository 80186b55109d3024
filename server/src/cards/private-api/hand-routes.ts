import { Type } from 'typebox'
import type { Account } from '../../accounts/account.ts'
import type { Till } from '../../accounts/till/till.ts'
import { ResultEnvelope, resultEnvelope, resultFailure } from '../../contract/private-api/envelopes.ts'
import { type ApiRefusal, inApiTerms } from '../../contract/private-api/errors.ts'
import type { Operation } from '../../contract/private-api/operation.ts'
import { isRefusal } from '../../contract/refusal.ts'
import { isStorable } from '../../contract/schema.ts'
import { type Decimal, decimalToNumber } from '../../platform/decimal.ts'
import type { PrivateApi } from '../../tenancy/private-api/protection.ts'
import type { Tenant, TenantClock } from '../../tenancy/tenant.ts'
import type { CardReads } from '../card-reads.ts'
import { readBeside } from '../read-shown.ts'
import { showCard } from '../rules/show-card.ts'
import { cancelStamps, giveStamps } from '../stamp-by-hand.ts'
import { BY_HAND_ERRORS } from './errors.ts'
import { toCustomerCard } from './present.ts'
import { noSuchCard, readCardId, readStamps, unknownCustomer } from './read.ts'
import {
  CancelledStamps,
  CardParams,
  type CustomerCard,
  GivenStamps,
  StampsBody,
  StampsParams,
} from './schema.ts'
import { tellSequences } from './sequences.ts'

const giving: Operation = { wrongType: 'General_FieldCannotBeNullOrBlank', refuse: resultFailure }

export interface HandRoutesOptions {
  readonly cards: CardReads
  readonly clock: TenantClock
  readonly tillOf: (tenant: Tenant) => Till
}

export function handRoutes(api: PrivateApi, options: HandRoutesOptions): void {
  giveRoutes(api, options)
  cancelRoutes(api, options)
}

function giveRoutes(api: PrivateApi, { cards, clock, tillOf }: HandRoutesOptions): void {
  api.addSchema(GivenStamps)
  api.post<{ Params: { id: string; cardId: string }; Body: StampsBody }>(
    '/v1/pvt/Customer/:id/cards/:cardId/stamps',
    {
      config: { operation: giving, scope: 'points' },
      schema: {
        operationId: 'giveStamps',
        tags: ['Cards'],
        summary: 'Give stamps without an order',
        description:
          'For tills that send no orders; stamps for orders come by themselves. Once for each customer, card and Key: ' +
          'the same again answers IsNew false and gives nothing, also where it was canceled since. The dates of the ' +
          'card, its limit and that it is given once apply: where they leave less than is asked for, nothing is given. ' +
          'Other conditions of the card are not looked at. A full card gives its prize at once.',
        params: CardParams,
        body: StampsBody,
        response: { 200: ResultEnvelope(Type.Unsafe<GivenStamps>(Type.Ref('GivenStamps#'))) },
      },
    },
    async ({ tenant, params: { id, cardId }, body }, reply) => {
      const sent = readStamps(body, tenant.timeZone)
      if (isRefusal(sent)) return resultFailure(sent)
      if (!isStorable(id)) return resultFailure(unknownCustomer(id))
      const ruleId = readCardId(cardId)
      if (ruleId === null) return resultFailure(noSuchCard(cardId))
      const input = { tenant, customerKey: id, ruleId, sent, at: clock(tenant) }
      const given = inApiTerms(await tillOf(tenant).run(giveStamps, input), BY_HAND_ERRORS)
      if (isRefusal(given)) return resultFailure(given)
      const shown = await readCard(cards, tenant, id, ruleId)
      if (isRefusal(shown)) return resultFailure(shown)
      tellSequences(reply, shown.account)
      const { isNew, count, stamps } = given
      return resultEnvelope({
        IsNew: isNew,
        StampsGiven: decimalToNumber(count),
        AmountGiven: amountOn(shown.card, stamps),
        Card: shown.card,
      })
    },
  )
}

function cancelRoutes(api: PrivateApi, { cards, tillOf }: HandRoutesOptions): void {
  api.addSchema(CancelledStamps)
  api.post<{ Params: { id: string; cardId: string; key: string } }>(
    '/v1/pvt/Customer/:id/cards/:cardId/stamps/:key/cancel',
    {
      config: { scope: 'points' },
      schema: {
        operationId: 'cancelStamps',
        tags: ['Cards'],
        summary: 'Cancel stamps that were given without an order',
        description:
          'Takes back what was given for a key, as the return of an order does: where stamps are missing, prizes of the ' +
          'card are undone first, then the rest is owed, or written off as the merchant has it. What has expired costs ' +
          'nothing. Repeated, it answers as the first time. The key stays used.',
        params: StampsParams,
        response: { 200: ResultEnvelope(Type.Unsafe<CancelledStamps>(Type.Ref('CancelledStamps#'))) },
      },
    },
    async ({ tenant, params: { id, cardId, key } }, reply) => {
      if (!isStorable(id)) return resultFailure(unknownCustomer(id))
      const ruleId = readCardId(cardId)
      if (ruleId === null) return resultFailure(noSuchCard(cardId))
      // What can't be stored is the key of no stamps; neither is a blank one.
      const input = { tenant, customerKey: id, ruleId, key: isStorable(key) ? key : '' }
      const cancelled = inApiTerms(await tillOf(tenant).run(cancelStamps, input), BY_HAND_ERRORS)
      if (isRefusal(cancelled)) return resultFailure(cancelled)
      const shown = await readCard(cards, tenant, id, ruleId)
      if (isRefusal(shown)) return resultFailure(shown)
      tellSequences(reply, shown.account)
      const { count, takenBack } = cancelled
      return resultEnvelope({
        IsCanceled: true,
        StampsTakenBack: decimalToNumber(count),
        AmountTakenBack: amountOn(shown.card, takenBack),
        Card: shown.card,
      })
    },
  )
}

/** The money that stamps stand for; null: the card counts none. */
function amountOn({ StampAmount }: CustomerCard, stamps: Decimal): number | null {
  return StampAmount === null ? null : decimalToNumber(stamps)
}

/** The card as it is after the command. */
async function readCard(
  cards: CardReads,
  tenant: Tenant,
  customerKey: string,
  ruleId: number,
): Promise<{ readonly card: CustomerCard; readonly account: Account } | ApiRefusal> {
  const read = await cards.of(
    tenant,
    customerKey,
    async (tx, { customer, account, programs, now, cards: all }) => {
      const shown = showCard(ruleId, all.get(ruleId), programs, now)
      if (!shown) throw new Error(`card ${ruleId} has stamps and is of no program`)
      const beside = await readBeside(tx, tenant, customer.id, { shown: [shown], now })
      return { card: toCustomerCard(shown, beside, tenant), account }
    },
  )
  // Erased in between.
  return read ?? unknownCustomer(customerKey)
}
