import type { Profile } from '../../accounts/customer.ts'
import { findCustomerKeys } from '../../accounts/store/customer-keys.ts'
import { endTokensOf } from '../../accounts/store/token-owners.ts'
import { changedProblem, NOT_FOUND } from '../../contract/admin-api/texts.ts'
import type { CustomerId } from '../../contract/ids.ts'
import { localized } from '../../contract/locale.ts'
import { isProblem, type Problem, problem } from '../../contract/problem.ts'
import { isRefusal } from '../../contract/refusal.ts'
import type { AccountEffect, AdminApi, Commanded } from '../../people/admin-api/api.ts'
import { type Clock, instantToText, instantToTextOrNull } from '../../platform/clock.ts'
import type { Cells } from '../../tenancy/cells.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import * as commands from '../commands.ts'
import { profileVersion } from '../profile-version.ts'
import type { CustomerToSave } from '../sent-customer.ts'
import { endSessions, enrolCustomer, leaveCustomer, updateCustomer } from './change-schema.ts'
import { presentEffect } from './effect.ts'

/** What is changed of a customer when they ask for it: who they are, and whether they take part. */
export function customerChangeRoutes(
  api: AdminApi,
  { cells, clock }: { readonly cells: Cells; readonly clock: Clock },
): void {
  const inputOf = async (
    tenant: Tenant,
    customerId: CustomerId,
    sent: Partial<CustomerToSave>,
  ): Promise<commands.UpdateInput | Problem> => {
    const [customerKey] = await cells
      .of(tenant)
      .read([tenant.id], (tx) => findCustomerKeys(tx, [{ tenantId: tenant.id, customerId }]))
    return customerKey
      ? { tenant, customerKey, sent: { ...NOTHING_SAID, ...sent, originalId: customerKey } }
      : NOT_FOUND
  }

  api.command(enrolCustomer, {
    command: commands.updateCustomer,
    input: ({ tenant, params: { id } }) => inputOf(tenant, id, { isEnrolled: true }),
    written: (result, _call, effect) => changed(result, effect),
  })
  api.command(leaveCustomer, {
    command: commands.updateCustomer,
    input: ({ tenant, params: { id } }) => inputOf(tenant, id, { isEnrolled: false }),
    written: (result, _call, effect) => changed(result, effect),
  })
  // By the real clock, which tokens go by.
  api.write(endSessions, 'cell', async (tx, { tenant, params: { id } }) => {
    const [key] = await findCustomerKeys(tx, [{ tenantId: tenant.id, customerId: id }])
    const ended = key ? await endTokensOf(tx, tenant.id, key, clock()) : null
    if (!ended) return NOT_FOUND
    const { customer, since } = ended
    return {
      answer: { since: instantToText(since) },
      audit: {
        target: { kind: 'customer', id: String(customer.id), label: customer.publicId },
        after: { since: instantToText(since) },
      },
    }
  })
  api.command(updateCustomer, {
    command: commands.updateCustomer,
    input: ({ tenant, params: { id }, body: { birthday, ...members } }) =>
      inputOf(tenant, id, {
        ...members,
        ...(birthday === undefined ? {} : { birthday: Date.parse(birthday) }),
      }),
    written(result, { ifMatch }, effect) {
      const done = changed(result, effect)
      const before = effect.before.customer
      // Who sends the same again, because the answer was lost, has changed nothing that others could have changed.
      const isChange = isProblem(done) ? before !== null : done.audit !== null
      if (before && isChange && ifMatch !== null && ifMatch !== profileVersion(before)) {
        return changedProblem(null, null, profileVersion(before))
      }
      return isRefusal(result) || isProblem(done)
        ? done
        : { ...done, version: profileVersion(result.customer) }
    },
  })
}

/** null: it is not said, and stays. */
const NOTHING_SAID: Omit<CustomerToSave, 'originalId'> = {
  name: null,
  email: null,
  phone: null,
  document: null,
  birthday: null,
  signupAt: null,
  isEnrolled: null,
  enrolledAt: null,
}

type Changed = Pick<Commanded<typeof updateCustomer>, 'answer' | 'audit'>

function changed(result: commands.SaveResult, effect: AccountEffect): Changed | Problem {
  if (isRefusal(result)) return result.reason === 'birthday-differs' ? BIRTHDAY_STAYS : NOT_FOUND
  const { customer } = result
  const { id, publicId, profile } = customer
  const before = effect.before.customer?.profile ?? profile
  const members = (Object.keys(profile) as (keyof Profile)[]).filter((name) => profile[name] !== before[name])
  const wasEnrolled = { isEnrolled: before.isEnrolled }
  const isMoved = before.isEnrolled !== profile.isEnrolled
  return {
    answer: {
      id,
      publicId,
      isEnrolled: profile.isEnrolled,
      enrolledAt: instantToTextOrNull(profile.enrolledAt),
      effect: presentEffect(effect, 'done'),
    },
    audit:
      members.length === 0
        ? null
        : {
            target: { kind: 'customer', id: String(id), label: publicId },
            // Only which personal fields changed, not their values: audit entries can't be erased.
            before: isMoved ? wasEnrolled : null,
            after: isMoved ? { isEnrolled: profile.isEnrolled } : { members },
          },
  }
}

const BIRTHDAY_STAYS = problem(
  'conflict',
  localized(
    'Another birthday is stored, and it is not changed, for it may have earned points.',
    'Já há outra data de nascimento, e ela não muda, pois pode ter rendido pontos.',
    'Ya hay otra fecha de nacimiento, y no se cambia, pues pudo haber dado puntos.',
  ),
)
