import { findCustomerKeys } from '../../accounts/store/customer-keys.ts'
import { KEY_MISSING, KEY_OF_OTHER_REQUEST, NOT_FOUND } from '../../contract/admin-api/texts.ts'
import { type LocalizedText, localized } from '../../contract/locale.ts'
import { invalid, type Problem, problem } from '../../contract/problem.ts'
import { isRefusal, type Refusal } from '../../contract/refusal.ts'
import { presentAmount, presentEffect, presentEnd } from '../../customers/admin-api/effect.ts'
import { shortText } from '../../earning/explanation.ts'
import type { AdminApi, Call } from '../../people/admin-api/api.ts'
import { decimalFromText } from '../../platform/decimal.ts'
import type { Cells } from '../../tenancy/cells.ts'
import { redeemReward } from '../commands/redeem.ts'
import { randomCodes } from '../random-codes.ts'
import type { RewardReason } from '../rules/reasons.ts'
import type { RedeemInput } from '../rules/redeem.ts'
import { previewRedemption, redeemForCustomer } from './redeem-schema.ts'

/** Redeeming a reward, when a customer asks for it. */
export function redeemAdminRoutes(api: AdminApi, cells: Cells): void {
  const inputOf = async (
    {
      tenant,
      params: { id: customerId },
      body: { rewardId, value = null },
    }: Pick<Call<typeof previewRedemption>, 'tenant' | 'params' | 'body'>,
    originalKey: string | null,
  ): Promise<RedeemInput | Problem> => {
    const [customerKey] = await cells
      .of(tenant)
      .read([tenant.id], (tx) => findCustomerKeys(tx, [{ tenantId: tenant.id, customerId }]))
    if (!customerKey) return NOT_FOUND
    return {
      tenant,
      rewardId,
      customerKey,
      originalKey,
      value: value === null ? null : decimalFromText(value),
      metadata: [],
      place: null,
      reservation: null,
      ...randomCodes(),
    }
  }

  api.command(redeemForCustomer, {
    command: redeemReward,
    // The key stays with the redemption, so that the same request redeems once even when its answer is kept no more.
    input: async (call) => (call.repeat ? inputOf(call, `panel-${call.repeat.key}`) : KEY_MISSING),
    written(result, { body: { note }, caller }, effect) {
      if (isRefusal(result)) return problemOfRefusal(result)
      const { redemption, coupon, reward, customer, isNew } = result
      const { id, originalKey: key } = redemption
      const answer = {
        id,
        key,
        coupon: {
          code: caller.permissions?.has('codes.read') ? coupon.code : null,
          value: shortText(coupon.value),
          validUntil: presentEnd(coupon.validUntil),
        },
        effect: presentEffect(effect, 'done'),
      }
      if (!isNew) return { answer, audit: null }
      return {
        answer,
        noted: { customerId: customer.id, target: { kind: 'redemption', id }, note },
        audit: {
          target: { kind: 'redemption', id: String(id), label: reward.title },
          before: { balance: presentAmount(effect.before.account.balance) },
          after: { balance: presentAmount(effect.after.account.balance), rewardId: reward.id },
        },
      }
    },
  })

  api.tryOut(previewRedemption, {
    command: redeemReward,
    input: (call) => inputOf(call, null),
    shown: (result, _call, effect) =>
      isRefusal(result) ? problemOfRefusal(result) : presentEffect(effect, 'tried'),
  })
}

function problemOfRefusal({ reason }: Refusal<RewardReason>): Problem {
  if (reason === 'key-used') return KEY_OF_OTHER_REQUEST
  const field = FIELDS[reason]
  if (field) return invalid([field])
  const obstacle = OBSTACLES[reason]
  return obstacle ? problem('conflict', obstacle) : NOT_FOUND
}

const FIELDS: Partial<Readonly<Record<RewardReason, { pointer: string; message: LocalizedText }>>> = {
  'reward-unknown': {
    pointer: '/rewardId',
    message: localized(
      'There is no such reward.',
      'Não existe essa recompensa.',
      'No existe esa recompensa.',
    ),
  },
  'value-invalid': {
    pointer: '/value',
    message: localized(
      'Enter an amount above 0, in whole cents.',
      'Informe um valor acima de 0, em centavos inteiros.',
      'Ingrese un valor mayor que 0, en centavos enteros.',
    ),
  },
  'value-above-balance': {
    pointer: '/value',
    message: localized(
      'This is more cashback than the customer has: enter less.',
      'Isto é mais cashback do que o cliente tem: informe menos.',
      'Esto es más cashback del que tiene el cliente: ingrese menos.',
    ),
  },
  'value-above-maximum': {
    pointer: '/value',
    message: localized(
      'This reward does not allow so much at once: enter less.',
      'Esta recompensa não permite tanto de uma vez: informe menos.',
      'Esta recompensa no permite tanto de una vez: ingrese menos.',
    ),
  },
}

const OBSTACLES: Partial<Readonly<Record<RewardReason, LocalizedText>>> = {
  'cashback-off': localized(
    'Cashback is switched off in this program.',
    'O cashback está desligado neste programa.',
    'El cashback está desactivado en este programa.',
  ),
  'no-cashback': localized(
    'The customer has no cashback that can be used.',
    'O cliente não tem cashback que possa usar.',
    'El cliente no tiene cashback que pueda usar.',
  ),
  'in-debt': localized(
    'The customer owes points: they are covered by the next points earned.',
    'O cliente deve pontos: eles são descontados dos próximos pontos.',
    'El cliente debe puntos: se descuentan de los próximos.',
  ),
  'too-few-points': localized(
    'The customer has too few points for this reward.',
    'O cliente não tem pontos suficientes para esta recompensa.',
    'El cliente no tiene puntos suficientes para esta recompensa.',
  ),
  ineligible: localized(
    'The customer can’t redeem this reward now. POST /rewards/{id}/check says why.',
    'O cliente não pode resgatar esta recompensa agora. POST /rewards/{id}/check diz o motivo.',
    'El cliente no puede canjear esta recompensa ahora. POST /rewards/{id}/check dice el motivo.',
  ),
}
