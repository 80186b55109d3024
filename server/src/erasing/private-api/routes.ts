import { randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { append } from '../../accounts/till/collection.ts'
import type { Command } from '../../accounts/till/command.ts'
import type { Till } from '../../accounts/till/till.ts'
import { forbidden } from '../../contract/edge-error.ts'
import type { TenantId } from '../../contract/ids.ts'
import { ResultEnvelope, resultEnvelope, resultFailure } from '../../contract/private-api/envelopes.ts'
import { inApiTerms } from '../../contract/private-api/errors.ts'
import { isRefusal, refusal } from '../../contract/refusal.ts'
import { isStorable } from '../../contract/schema.ts'
import { auditJournal } from '../../people/collections/audit-journal.ts'
import { type Clock, type Instant, instantToText } from '../../platform/clock.ts'
import type { PrivateApi } from '../../tenancy/private-api/protection.ts'
import { needsTwoToErase } from '../../tenancy/settings.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import { certificateOf } from '../certificate.ts'
import { type EraseResult as Erased, type EraseInput, erasePerson } from '../commands.ts'
import { ERASE_ERRORS } from './errors.ts'
import { EraseResult } from './schema.ts'

export interface ErasingRoutesOptions {
  readonly tillOf: (tenant: Tenant) => Till
  /** The time of day: a sandbox's own clock can be moved, and the audit's can't. */
  readonly clock: Clock
  /** A key as the audit names it. */
  readonly keyNamed: (tenantId: TenantId, token: string) => Promise<string>
}

const NEEDS_TWO = 'Erasing needs a second approval for this merchant: erase the customer in the panel.'

export function erasingRoutes(api: PrivateApi, { tillOf, clock, keyNamed }: ErasingRoutesOptions): void {
  api.delete<{ Params: { id: string } }>(
    '/v1/pvt/Customer/:id',
    {
      schema: {
        operationId: 'eraseCustomer',
        tags: ['Customers'],
        summary: 'Erase a person, for good',
        description:
          'Name, e-mail, phone, document, birthday and ids are gone at once, and with them the metadata and sales ' +
          'person of orders and redemptions, texts in quizzes and notes. Points expire, coupons end, and what was ' +
          'reserved at checkout is given up. Orders, records and sums stay, anonymously. It can’t be undone. A ' +
          'person who comes back starts anew, without points for signing up or for a first purchase. The key needs the ' +
          'scope `erase`, which only owners give. Where erasing needs a second approval, the answer is 403: erase in ' +
          'the panel.',
        params: Type.Object({
          id: Type.String({ description: "The customer's id in the merchant store, of now or before." }),
        }),
        response: { 200: ResultEnvelope(EraseResult) },
      },
      config: { scope: 'erase' },
    },
    async (request) => {
      const { tenant, params } = request
      if (needsTwoToErase(tenant)) throw forbidden(NEEDS_TWO)
      if (!isStorable(params.id)) {
        return resultFailure(refusal('Customer_NotFound', 'There is no customer with this id.', 'id'))
      }
      const input = { tenant, customer: { key: params.id }, confirm: null, chance: randomBytes(32) }
      const by = await keyNamed(tenant.id, request.apiToken)
      const erased = inApiTerms(
        await tillOf(tenant).run(certified(request, by, clock()), input),
        ERASE_ERRORS,
      )
      if (isRefusal(erased)) return resultFailure(erased)
      return resultEnvelope({ IsErased: true, ErasedAt: instantToText(erased.customer.erasedAt ?? clock()) })
    },
  )
}

/** With its certificate in the audit, in the same transaction. */
function certified(request: FastifyRequest, by: string, at: Instant): Command<EraseInput, Erased> {
  return {
    ...erasePerson,
    decide(facts, input, posting) {
      const decision = erasePerson.decide(facts, input, posting)
      const { result, changes = [] } = decision
      if (isRefusal(result)) return decision
      const entry = {
        ...certificateOf(result),
        action: 'customer.erase',
        at,
        actor: { kind: 'system', id: null, label: by.slice(0, 250) },
        via: 'token',
        requestId: request.id,
        address: request.ip,
      } as const
      return { ...decision, changes: [...changes, append(auditJournal, entry)] }
    },
  }
}
