import { Type } from 'typebox'
import type { SettledReads } from '../../accounts/settled-reads.ts'
import type { Till } from '../../accounts/till/till.ts'
import {
  PageEnvelope,
  pageEnvelope,
  pageFailure,
  ResultEnvelope,
  resultEnvelope,
  resultFailure,
} from '../../contract/private-api/envelopes.ts'
import { type ApiRefusal, wrongField } from '../../contract/private-api/errors.ts'
import { ASKING_FOR_ONE, ASKING_FOR_PAGE } from '../../contract/private-api/operation.ts'
import { offsetOf, readPage } from '../../contract/private-api/paging.ts'
import { booleanFromQuery } from '../../contract/private-api/query.ts'
import { isRefusal } from '../../contract/refusal.ts'
import { isStorable } from '../../contract/schema.ts'
import { findCurrentProgram } from '../../earning/store.ts'
import { wordsFor } from '../../earning/words.ts'
import type { Cells } from '../../tenancy/cells.ts'
import type { PrivateApi } from '../../tenancy/private-api/protection.ts'
import type { Tenant, TenantClock } from '../../tenancy/tenant.ts'
import { CardReads } from '../card-reads.ts'
import { readBeside, readTitles, readTitlesOfRecords } from '../read-shown.ts'
import { isHistory, showCard, showCards, showCardsOf } from '../rules/show-card.ts'
import { countStamps, listStamps } from '../store/records.ts'
import { handRoutes } from './hand-routes.ts'
import { toCard, toCustomerCard, toStamps } from './present.ts'
import { readCardId, unknownCard, unknownCustomer } from './read.ts'
import { Card, CardParams, CardsQuery, CustomerCard, CustomerParams, Stamps, StampsQuery } from './schema.ts'
import { tellSequences } from './sequences.ts'

export interface CardRoutesOptions {
  readonly cells: Cells
  readonly clock: TenantClock
  readonly reads: SettledReads
  readonly tillOf: (tenant: Tenant) => Till
}

export function cardRoutes(api: PrivateApi, options: CardRoutesOptions): void {
  const cards = new CardReads(options)
  api.addSchema(Card)
  api.addSchema(CustomerCard)
  api.addSchema(Stamps)
  programRoutes(api, options)
  customerRoutes(api, cards)
  stampRoutes(api, cards)
  handRoutes(api, { ...options, cards })
}

function programRoutes(api: PrivateApi, { cells, clock }: CardRoutesOptions): void {
  api.get(
    '/v1/pvt/Cards',
    {
      schema: {
        operationId: 'listCards',
        tags: ['Cards'],
        summary: 'List the punch cards of the program',
        description:
          'Those that are active, in the order of the program, also before they start and after they end.',
        response: {
          200: ResultEnvelope(
            Type.Array(Type.Unsafe<Card>(Type.Ref('Card#')), { description: 'The active cards.' }),
          ),
        },
      },
    },
    async ({ tenant }) => {
      const now = clock(tenant)
      const cards = await cells.of(tenant).read([tenant.id], async (tx) => {
        const shown = showCards(await findCurrentProgram(tx, tenant.id, now), now)
        const titleOf = await readTitles(
          tx,
          tenant.id,
          shown.map(({ prize }) => prize),
        )
        return shown.map((card) => toCard(card, tenant, titleOf))
      })
      return resultEnvelope(cards)
    },
  )
}

function customerRoutes(api: PrivateApi, cards: CardReads): void {
  api.get<{ Params: { id: string }; Querystring: Record<string, unknown> }>(
    '/v1/pvt/Customer/:id/cards',
    {
      config: { operation: ASKING_FOR_ONE },
      schema: {
        operationId: 'listCustomerCards',
        tags: ['Cards'],
        summary: "List a customer's punch cards",
        description:
          'All active cards, with 0 stamps where the customer has not begun one, and those that the merchant has ended ' +
          'while stamps are left on them. Stamps that were due to expire have expired. Call it after an order to show ' +
          'the card as it is now.',
        params: CustomerParams,
        querystring: CardsQuery,
        response: {
          200: ResultEnvelope(
            Type.Array(Type.Unsafe<CustomerCard>(Type.Ref('CustomerCard#')), {
              description: "The customer's cards, in the order of the program.",
            }),
          ),
        },
      },
    },
    async ({ tenant, params: { id }, query }, reply) => {
      const isAll = readAll(query.All)
      if (isRefusal(isAll)) return resultFailure(isAll)
      if (!isStorable(id)) return resultFailure(unknownCustomer(id))
      const found = await cards.of(tenant, id, async (tx, ofCustomer) => {
        const { customer, account, programs, now } = ofCustomer
        const all = showCardsOf(ofCustomer.cards, programs, now)
        const shown = all.filter((card) => isAll || !isHistory(card))
        const beside = await readBeside(tx, tenant, customer.id, { shown, now })
        return { account, cards: shown.map((card) => toCustomerCard(card, beside, tenant)) }
      })
      if (!found) return resultFailure(unknownCustomer(id))
      tellSequences(reply, found.account)
      return resultEnvelope(found.cards)
    },
  )
}

function readAll(value: unknown): boolean | ApiRefusal {
  const isAll = booleanFromQuery(value)
  if (isAll === null) return wrongField('General_FieldCannotBeNullOrBlank', 'All', 'must be true or false.')
  return isAll ?? false
}

function stampRoutes(api: PrivateApi, cards: CardReads): void {
  api.get<{ Params: { id: string; cardId: string }; Querystring: Record<string, unknown> }>(
    '/v1/pvt/Customer/:id/cards/:cardId/stamps',
    {
      config: { operation: ASKING_FOR_PAGE },
      schema: {
        operationId: 'listStamps',
        tags: ['Cards'],
        summary: 'List the stamps of a card, explained',
        description:
          'Newest first: everything that came to the card or went, and why. The changes up to a record add up to its ' +
          'StampsAfter.',
        params: CardParams,
        querystring: StampsQuery,
        response: { 200: PageEnvelope(Type.Unsafe<Stamps>(Type.Ref('Stamps#'))) },
      },
    },
    async ({ tenant, params: { id, cardId }, query }, reply) => {
      const page = readPage(query)
      if (isRefusal(page)) return pageFailure(page)
      if (!isStorable(id)) return pageFailure(unknownCustomer(id))
      const ruleId = readCardId(cardId)
      const found = await cards.of(
        tenant,
        id,
        async (tx, { customer, account, programs, now, cards: all }) => {
          const shown = ruleId === null ? null : showCard(ruleId, all.get(ruleId), programs, now)
          if (ruleId === null || !shown) return unknownCard(cardId, programs.current)
          const card = { tenantId: tenant.id, customerId: customer.id, ruleId }
          const [records, total] = await Promise.all([
            listStamps(tx, card, { offset: offsetOf(page), limit: page.size }),
            countStamps(tx, card),
          ])
          const titleOf = await readTitlesOfRecords(tx, tenant.id, records)
          const isMoney = shown.rule.counts === 'spend'
          const context = { locale: tenant.locale, words: wordsFor(tenant), isMoney }
          return { records, total, account, telling: { context, titleOf } }
        },
      )
      if (!found) return pageFailure(unknownCustomer(id))
      if (isRefusal(found)) return pageFailure(found)
      tellSequences(reply, found.account)
      const { records, total, telling } = found
      return pageEnvelope(
        records.map((record) => toStamps(record, telling)),
        total,
        page,
      )
    },
  )
}
