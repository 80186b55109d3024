/** A page with Vue 3: the same, without a compiler of templates. */
import { configure } from '@punchcard-loyalty/storefront/configure'
import type { ElementEvents } from '@punchcard-loyalty/storefront/vue'
import '@punchcard-loyalty/storefront/balance'
import '@punchcard-loyalty/storefront/rewards'
import '@punchcard-loyalty/storefront/redeem'
import { createApp, type GlobalComponents, h, ref } from 'vue'

const code = ref('none')
const applied = ref<string | null>(null)
const isShort = ref(false)

const Shop = () => [
  // An attribute that is false is there, so null takes it away.
  h('punchcard-balance', { expiring: isShort.value ? null : '', class: 'pill' }),
  h('punchcard-rewards', {
    limit: 1,
    'onPunchcard-redeemed': ({ detail }: ElementEvents['punchcard-redeemed']) => {
      code.value = detail.coupon.code ?? ''
      isShort.value = true
    },
  }),
  h('punchcard-redeem', {
    total: 50,
    applied: applied.value,
    'onPunchcard-apply': ({ detail }: ElementEvents['punchcard-apply']) => {
      applied.value = detail.amount
    },
    'onPunchcard-remove': () => {
      applied.value = null
    },
  }),
  h('output', code.value),
]

/** What templates are checked with. */
type Props<Name extends keyof GlobalComponents> = InstanceType<GlobalComponents[Name]>['$props']
export const right: Props<'punchcard-redeem'> = { total: 50, applied: undefined, message: 'Later.' }
// @ts-expect-error: there is no such attribute.
export const wrong: Props<'punchcard-balance'> = { expire: true }
// @ts-expect-error: a product has a price.
export const unpriced: Props<'punchcard-earn'> = { product: 'mug' }
declare const element: InstanceType<GlobalComponents['punchcard-redeem']>
export const told = (): void =>
  element.$emit('punchcard-apply', new CustomEvent('x', { detail: { amount: '1' } }))

declare const PAGE: { url: string; token: string; who: string }
configure(PAGE)
createApp(Shop).mount('main')
