import type { About } from './answers.ts'
import { textOfCents } from './decimal.ts'
import { type Child, h } from './dom.ts'
import { money } from './money.ts'

/** How much money, in cents: with a slider and as a number, which say the same. */
export function amountField(
  about: About,
  cents: number,
  most: number,
  isDisabled: boolean,
  change: (cents: number) => void,
): Child {
  // Another most is another field: what a person has entered in this one stays with it.
  const ids = [`slider${most}`, `number${most}`] as const
  const disabled = isDisabled ? '' : null
  const set = (event: Event, isSlider: boolean): void => {
    const input = event.target as HTMLInputElement
    const value = Math.round(Number(input.value) * (isSlider ? 1 : 100))
    const other = (input.getRootNode() as ShadowRoot).getElementById(
      ids[isSlider ? 1 : 0],
    ) as HTMLInputElement
    other.value = isSlider ? textOfCents(value) : `${value}`
    change(value)
  }
  return h(
    'div',
    { class: 'amount' },
    h('input', {
      id: ids[0],
      type: 'range',
      min: '1',
      max: `${most}`,
      value: `${cents}`,
      'aria-label': about.texts.amount,
      'aria-valuetext': money(about, textOfCents(cents)),
      disabled,
      oninput: (event) => set(event, true),
    }),
    h(
      'label',
      { class: 'small' },
      about.texts.amount,
      ' ',
      h('input', {
        id: ids[1],
        type: 'number',
        inputmode: 'decimal',
        min: '0.01',
        max: textOfCents(most),
        step: '0.01',
        required: '',
        value: textOfCents(cents),
        disabled,
        oninput: (event) => set(event, false),
      }),
    ),
  )
}
