import { Button, Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Answer } from '../../../api/client.ts'
import { useRead } from '../../../api/hooks.ts'
import { Choices } from '../../../components/form/Choices.tsx'
import { DecimalInput } from '../../../components/form/DecimalInput.tsx'
import type { Refused } from '../../../components/form/errors.ts'
import { isZero, subtract } from '../../../format/decimal.ts'
import { useFormat } from '../../../format/use-format.ts'
import { Facts } from '../Facts.tsx'
import css from './help.module.css'
import { NotedDialog } from './NotedDialog.tsx'
import {
  bodyOf,
  CASHBACK_CHOICES,
  type CashbackChoice,
  fieldOf,
  linesOf,
  newValues,
  type ReturnableLine,
  type ReturnValues,
} from './return-values.ts'
import { usePointsChange } from './use-points-change.ts'

interface ReturnPartDialogProps {
  readonly order: Answer<'orders.get'>
  readonly onClose: () => void
}

/** What a customer brings back of an order: which products and how much, or an amount. */
export function ReturnPartDialog({ order, onClose }: ReturnPartDialogProps) {
  const { t } = useTranslation()
  const format = useFormat()
  // The order is read again when it is done; what was typed belongs to the order as it was.
  const [lines] = useState(() => linesOf(order.content.products))
  const [left] = useState(() => subtract(order.total, order.returned))
  const [values, setValues] = useState(() => newValues(lines))
  const usedCashback = order.coupons.some(({ redeemedWith }) => redeemedWith === 'cashback')
  const params = { customer: order.customer.id, id: order.id }
  const [settled] = useDebouncedValue(values, 300)
  const trial = bodyOf(settled, lines)
  const tried = useRead(
    'orders.previewReturnPart',
    { params, body: trial ?? { value: '0' } },
    { isOff: trial === null, keep: true },
  )
  const giveBack = usePointsChange('orders.returnPart')
  return (
    <NotedDialog
      title={t('helping.returnPart.title', { order: order.originalId })}
      text={t('helping.returnPart.text')}
      consequence={t('helping.returnPart.consequence')}
      cancel={t('common.cancel')}
      submit={t('helping.returnPart.submit')}
      isDestructive
      trial={{
        effect: tried.data?.answer,
        problem: tried.error?.problem,
        missing: trial === null ? t('helping.returnPart.typeFirst') : null,
      }}
      run={(note) => giveBack({ params, body: { ...(bodyOf(values, lines) ?? { value: '0' }), note } })}
      onClose={onClose}
      fields={(problem) => (
        <>
          <Returned lines={lines} left={left} values={values} onChange={setValues} problem={problem} />
          {usedCashback ? (
            <CashbackSelect
              value={values.cashback}
              onChange={(cashback) => setValues({ ...values, cashback })}
            />
          ) : null}
        </>
      )}
      isAtField={(pointer) => fieldOf(pointer, values) !== null}
      result={(done) => (
        <Facts
          facts={[
            [t('helping.returnPart.returned'), format.money(done.value)],
            [t('helping.returnPart.left'), format.money(done.remaining)],
            [
              t('orders.facts.writtenOff'),
              isZero(done.writtenOff.points) ? null : format.points(done.writtenOff.points),
            ],
          ]}
        />
      )}
    />
  )
}

interface ReturnedProps {
  readonly lines: readonly ReturnableLine[]
  readonly left: string
  readonly values: ReturnValues
  readonly onChange: (values: ReturnValues) => void
  readonly problem: Refused | null
}

function Returned({ lines, left, values, onChange, problem }: ReturnedProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const errorAt = (field: number | 'value') =>
    problem?.errors?.find(({ pointer }) => fieldOf(pointer, values) === field)?.message
  const canByProducts = newValues(lines).by === 'products'
  return (
    <>
      {canByProducts ? (
        <Choices
          label={t('helping.returnPart.by')}
          name="by"
          value={values.by}
          onChange={(by) => onChange({ ...values, by })}
          choices={(['products', 'value'] as const).map((value) => ({
            value,
            label: t(`helping.returnPart.ways.${value}`),
          }))}
        />
      ) : null}
      {values.by === 'value' ? (
        <DecimalInput
          label={t('helping.returnPart.amount')}
          description={t('helping.returnPart.leftOfOrder', { money: format.money(left) })}
          unit={format.currency}
          isFirst
          value={values.value}
          onChange={(value) => onChange({ ...values, value })}
          error={errorAt('value')}
        />
      ) : (
        <ul className={css.lines}>
          {lines.map((line, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same product may be bought twice, and lines never move
            <li key={place}>
              <Line
                line={line}
                value={values.ofLine[place] ?? ''}
                isFirst={place === 0}
                error={errorAt(place)}
                onChange={(value) =>
                  onChange({
                    ...values,
                    ofLine: values.ofLine.map((was, at) => (at === place ? value : was)),
                  })
                }
              />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

interface CashbackSelectProps {
  readonly value: CashbackChoice
  readonly onChange: (value: CashbackChoice) => void
}

/** Support may not read the settings, so the first choice is to follow them. */
function CashbackSelect({ value, onChange }: CashbackSelectProps) {
  const { t } = useTranslation()
  return (
    <Select
      label={t('helping.returnPart.cashback')}
      data={CASHBACK_CHOICES.map((one) => ({
        value: one,
        label: t(`helping.returnPart.cashbackWays.${one}`),
      }))}
      value={value}
      onChange={(chosen) => onChange(chosen as CashbackChoice)}
      allowDeselect={false}
    />
  )
}

interface LineProps {
  readonly line: ReturnableLine
  readonly value: string
  readonly isFirst: boolean
  readonly error: string | undefined
  readonly onChange: (value: string) => void
}

function Line({ line: { originalId, title, left }, value, isFirst, error, onChange }: LineProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const name = title || originalId
  if (left !== null && isZero(left)) {
    return (
      <p className="muted small">
        {name}: {t('helping.returnPart.allReturned')}
      </p>
    )
  }
  return (
    <div className={css.line}>
      <DecimalInput
        label={name}
        {...(left === null
          ? {}
          : { description: t('helping.returnPart.leftOfLine', { money: format.money(left) }) })}
        unit={format.currency}
        isFirst={isFirst}
        value={value}
        onChange={onChange}
        error={error}
      />
      {left === null ? null : (
        <Button
          size="xs"
          onClick={() => onChange(left)}
          aria-label={t('helping.returnPart.allOf', { product: name })}
        >
          {t('helping.returnPart.all')}
        </Button>
      )}
    </div>
  )
}
