import { randomBytes } from 'node:crypto'
import { findSubject } from '../../accounts/customer-data.ts'
import { KEY_MISSING, NOT_FOUND } from '../../contract/admin-api/texts.ts'
import { localized } from '../../contract/locale.ts'
import { invalid, type Problem, problem } from '../../contract/problem.ts'
import { isRefusal, type Refusal } from '../../contract/refusal.ts'
import { presentAmount } from '../../customers/admin-api/effect.ts'
import { presentJob, problemOfJob, versionOf } from '../../jobs/admin-api/present.ts'
import { startJob } from '../../jobs/manage.ts'
import { namedActor } from '../../people/actor.ts'
import type { AdminApi, Commanded } from '../../people/admin-api/api.ts'
import { presentWaiting } from '../../people/admin-api/present-approval.ts'
import { NO_SECRETS_KEY } from '../../people/admin-api/texts.ts'
import { type Clock, type Instant, instantToText } from '../../platform/clock.ts'
import type { Sealer } from '../../platform/sealing.ts'
import { needsTwoToErase } from '../../tenancy/settings.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import { type AskResult, eraseOrAsk } from '../ask.ts'
import { certificateOf } from '../certificate.ts'
import { type EraseInput, erasePerson } from '../commands.ts'
import type { Erasure } from '../erasure.ts'
import { PERSON_EXPORT_JOB } from '../export-job.ts'
import type { EraseReason } from '../rules.ts'
import { type Certificate, eraseCustomer, exportCustomer, previewErase } from './schema.ts'

/** What the law lets a person ask for: all that is kept of them, and that it is no longer. */
export function erasingAdminRoutes(
  api: AdminApi,
  { clock, sealer }: { readonly clock: Clock; readonly sealer: Sealer | null },
): void {
  api.write(exportCustomer, 'cell', async (tx, { tenant, params: { id }, caller, locale }) => {
    if (!sealer) return NO_SECRETS_KEY
    const subject = await findSubject(tx, { tenantId: tenant.id, customerId: id })
    if (!subject) return NOT_FOUND
    const { publicId, isErased, mergedInto } = subject
    const input = { customerId: id, isErased, mergedInto }
    const by = namedActor(caller)
    const job = await startJob(tx, PERSON_EXPORT_JOB, { tenantId: tenant.id, input, by, now: clock() })
    if (isRefusal(job)) return problemOfJob(job)
    const target = { kind: 'customer', id: String(id), label: publicId }
    return {
      answer: presentJob(job, null, locale),
      version: versionOf(job),
      audit: { target, after: { job: job.id } },
    }
  })

  api.tryOut(previewErase, {
    command: erasePerson,
    input: async ({ tenant, params: { id } }) => inputOf(tenant, id, null),
    shown: (result, { tenant }) =>
      isRefusal(result)
        ? problemOf(result)
        : { ...presentErased(result), needsApproval: needsTwoToErase(tenant) },
  })

  api.command(eraseCustomer, {
    command: eraseOrAsk,
    async input({ tenant, params: { id }, body, caller, repeat }) {
      if (!repeat) return KEY_MISSING
      const actor = {
        ...namedActor(caller),
        since: caller.memberSince ?? null,
        isPerson: caller.actor.kind === 'person',
      }
      const { reason, confirm } = body
      return { ...inputOf(tenant, id, confirm), reason, requestHash: repeat.requestHash, actor }
    },
    written(result, { body, now }) {
      if (isRefusal(result)) return problemOf(result)
      return 'waiting' in result ? asked(result, now) : erased(result, body.reason, now)
    },
  })
}

function erased(result: Erasure, reason: string, now: Instant): Commanded<typeof eraseCustomer> {
  const { customer } = result
  const certificate = certificateOf(result)
  return {
    answer: {
      customerId: customer.id,
      publicId: customer.publicId,
      erasedAt: instantToText(customer.erasedAt ?? now),
      ...presentErased(result),
    },
    audit: { ...certificate, after: { ...certificate.after, reason } },
  }
}

/** It waits for another person's approval. */
function asked(
  { waiting, isNew, customer }: Extract<AskResult, { readonly waiting: unknown }>,
  now: Instant,
): Commanded<typeof eraseCustomer> {
  const { reason } = waiting.request
  return {
    answer: { approval: presentWaiting(waiting, now) },
    status: 202,
    audit: isNew
      ? {
          action: 'approval.request',
          target: { kind: 'customer', id: String(customer.id), label: customer.publicId },
          before: null,
          after: { approval: waiting.id, erasure: reason },
        }
      : null,
  }
}

function inputOf(tenant: Tenant, id: number, confirm: string | null): EraseInput {
  return { tenant, customer: { id }, confirm, chance: randomBytes(32) }
}

function presentErased({
  expired,
  closed,
  belongings: { openCoupons, ...belongings },
}: Erasure): Omit<Certificate, 'customerId' | 'publicId' | 'erasedAt'> {
  return {
    expired: presentAmount(expired),
    waiting: presentAmount(closed),
    coupons: openCoupons,
    ...belongings,
  }
}

function problemOf({ reason }: Refusal<EraseReason | 'person-needed'>): Problem {
  if (reason === 'person-needed') return NO_PERSON
  return reason === 'not-confirmed' ? invalid([{ pointer: '/confirm', message: OTHER_ID }]) : NOT_FOUND
}

const OTHER_ID = localized(
  'This is not the id of this customer.',
  'Este não é o id deste cliente.',
  'Este no es el id de este cliente.',
)

const NO_PERSON = problem(
  'forbidden',
  localized(
    'Erasing a customer needs two people, and a token can’t be one of them: erase the customer in the panel.',
    'São necessárias duas pessoas para apagar alguém, e um token não é uma: apague no painel.',
    'Se necesitan dos personas para borrar a alguien, y un token no lo es: bórrelo en el panel.',
  ),
)
