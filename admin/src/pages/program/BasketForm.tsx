import { ActionIcon, Button, Checkbox, Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/client.ts'
import { useList, useRead } from '../../api/hooks.ts'
import { useMay } from '../../api/session.tsx'
import { useTenant } from '../../api/tenant.ts'
import { DateTimeInput } from '../../components/form/DateTimeInput.tsx'
import { DecimalInput } from '../../components/form/DecimalInput.tsx'
import { WholeInput } from '../../components/form/WholeInput.tsx'
import { Icon } from '../../components/icon/Icon.tsx'
import { useFormat } from '../../format/use-format.ts'
import { type Basket, type BasketLine, EMPTY_BASKET, LINE_KINDS, totalOf, unfinished } from './basket.ts'
import { ChoiceInput } from './ChoiceInput.tsx'
import type { Choice } from './choice.ts'
import css from './program.module.css'

interface BasketFormProps {
  readonly basket: Basket
  readonly onChange: (basket: Basket) => void
}

export function BasketForm({ basket, onChange }: BasketFormProps) {
  const mayFind = useMay('customers.read')
  return (
    <div className={css.basket}>
      {mayFind ? <OrderInput basket={basket} onChange={onChange} /> : null}
      {basket.taken ? (
        <TakenLines basket={basket} />
      ) : (
        <TypedBasket basket={basket} onChange={onChange} mayFind={mayFind} />
      )}
    </div>
  )
}

/** Takes an order that there is, with all that it was. */
function OrderInput({ basket, onChange }: BasketFormProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const tenant = useTenant()
  const [search, setSearch] = useState('')
  const [wanted] = useDebouncedValue(search, 150)
  const { items, isLoading } = useList('orders.list', {
    query: wanted === '' ? { limit: 10 } : { originalId: wanted },
  })
  const take = async (originalId: string): Promise<void> => {
    const found = items.find((one) => one.originalId === originalId)
    if (!found) return onChange(EMPTY_BASKET)
    const params = { customer: found.customer.id, id: found.id }
    const { answer } = await call('orders.get', tenant, { params })
    const lines = answer.content.products.map(({ originalId: id, title, quantity, price }) => ({
      label: title ?? id,
      quantity,
      price,
    }))
    onChange({ ...EMPTY_BASKET, total: answer.total, taken: { originalId, lines } })
  }
  return (
    <ChoiceInput
      label={t('program.preview.order')}
      placeholder={t('program.preview.orderNone')}
      value={basket.taken?.originalId ?? ''}
      onChange={({ id }) => void take(id)}
      search={search}
      isSearching={wanted !== search || isLoading}
      onSearch={setSearch}
      choices={items.map(({ originalId, total, placedAt }) => ({
        id: originalId,
        label: `${originalId} · ${format.money(total)} · ${format.date(placedAt)}`,
      }))}
    />
  )
}

function TakenLines({ basket }: { readonly basket: Basket }) {
  const { t } = useTranslation()
  const { money } = useFormat()
  return (
    <>
      <ul className={css.takenLines}>
        {basket.taken?.lines.map(({ label, quantity, price }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of an order have no other order than this one
          <li key={index}>
            <span>{quantity > 1 ? `${quantity} × ${label}` : label}</span>
            {price === null ? null : <span>{money(price)}</span>}
          </li>
        ))}
      </ul>
      <p>
        {t('program.preview.total')} <b>{money(basket.total)}</b>
      </p>
    </>
  )
}

function TypedBasket({ basket, onChange, mayFind }: BasketFormProps & { readonly mayFind: boolean }) {
  const { t } = useTranslation()
  const { currency, money } = useFormat()
  const change = (part: Partial<Basket>): void => onChange({ ...basket, ...part })
  // The line that was added last: one goes on there.
  const [added, setAdded] = useState<number | null>(null)
  const addLine = (): void => {
    const line = newLine()
    setAdded(line.key)
    change({ lines: [...basket.lines, line] })
  }
  const open = unfinished(basket)
  const total = totalOf(basket)
  return (
    <>
      {basket.lines.map((line, index) => (
        <Line
          key={line.key}
          line={line}
          isAdded={line.key === added}
          isUnfinished={open.includes(line.key)}
          onChange={(part) =>
            change({ lines: basket.lines.map((one, at) => (at === index ? { ...one, ...part } : one)) })
          }
          onRemove={() => change({ lines: basket.lines.filter((_, at) => at !== index) })}
        />
      ))}
      {basket.lines.length === 0 ? (
        <DecimalInput
          label={t('program.preview.total')}
          unit={currency}
          value={basket.total}
          onChange={(typed) => change({ total: typed })}
        />
      ) : total === null ? null : (
        <p>
          {t('program.preview.total')} <b>{money(total)}</b>
        </p>
      )}
      <Button variant="subtle" size="xs" leftSection={<Icon name="plus" size={14} />} onClick={addLine}>
        {t('program.preview.addProduct')}
      </Button>
      <div className={css.facts}>
        <FoundInput
          of="paymentMethod"
          label={t('program.preview.paidWith')}
          value={basket.paymentMethodId}
          onChange={({ id }) => change({ paymentMethodId: id })}
        />
        <FoundInput
          of="branch"
          label={t('program.preview.branch')}
          value={basket.branchId}
          onChange={({ id }) => change({ branchId: id })}
        />
        {mayFind ? (
          <CustomerInput value={basket.customerId} onChange={(customerId) => change({ customerId })} />
        ) : null}
        <TierSelect value={basket.tierId} onChange={(tierId) => change({ tierId })} />
        <div className={css.wholeRow}>
          <DecimalInput
            label={t(
              basket.lines.length === 0 ? 'program.preview.ofWhichShipping' : 'program.preview.shipping',
            )}
            unit={currency}
            value={basket.shipping}
            onChange={(shipping) => change({ shipping })}
          />
        </div>
        <div className={css.wholeRow}>
          <DateTimeInput
            label={t('program.preview.placedAt')}
            isClearable
            value={basket.placedAt}
            onChange={(placedAt) => change({ placedAt })}
          />
        </div>
      </div>
    </>
  )
}

/** Without a price: the catalog's is not known here, and one that is made up would look like it. */
function newLine(): BasketLine {
  return {
    key: Date.now(),
    kind: 'product',
    id: '',
    label: '',
    price: '',
    quantity: '1',
    isMarked: false,
  }
}

interface LineProps {
  readonly line: BasketLine
  readonly isAdded: boolean
  readonly isUnfinished: boolean
  readonly onChange: (part: Partial<BasketLine>) => void
  readonly onRemove: () => void
}

function Line({ line, isAdded, isUnfinished, onChange, onRemove }: LineProps) {
  const { t } = useTranslation()
  return (
    <div className={css.lineBox}>
      <div className={css.line}>
        <Select
          label={t('program.preview.by')}
          data={LINE_KINDS.map((value) => ({ value, label: t(`program.preview.kinds.${value}`) }))}
          value={line.kind}
          allowDeselect={false}
          onChange={(value) => {
            const kind = LINE_KINDS.find((one) => one === value) ?? 'product'
            onChange({ kind, id: '', label: '' })
          }}
        />
        <div className={css.lineName}>
          <FoundInput
            key={line.kind}
            of={line.kind}
            label={t(`program.preview.kinds.${line.kind}`)}
            value={line.id}
            valueLabel={line.label}
            onChange={onChange}
            isFirst={isAdded}
          />
        </div>
        <ActionIcon aria-label={t('common.remove')} onClick={onRemove}>
          <Icon name="x" />
        </ActionIcon>
      </div>
      <div className={css.linePrice}>
        <WholeInput
          label={t('program.preview.quantity')}
          value={line.quantity}
          onChange={(quantity) => onChange({ quantity })}
        />
        <DecimalInput
          label={t('program.preview.price')}
          value={line.price}
          onChange={(price) => onChange({ price })}
        />
      </div>
      <Checkbox
        label={t('program.preview.marked')}
        checked={line.isMarked}
        onChange={(event) => onChange({ isMarked: event.currentTarget.checked })}
      />
      {isUnfinished ? <p className={css.unfinished}>{t(`program.preview.unfinished.${line.kind}`)}</p> : null}
    </div>
  )
}

interface FoundInputProps {
  readonly of: 'product' | 'brand' | 'category' | 'paymentMethod' | 'branch'
  readonly label: string
  readonly value: string
  readonly valueLabel?: string
  readonly onChange: (choice: Choice) => void
  readonly isFirst?: boolean
}

function FoundInput({ of, ...props }: FoundInputProps) {
  const [search, setSearch] = useState('')
  const [wanted] = useDebouncedValue(search, 150)
  const found = useRead('program.choices', { query: { of, search: wanted } }, { keep: true })
  return (
    <ChoiceInput
      {...props}
      search={search}
      isSearching={wanted !== search || found.isPlaceholderData || found.isPending}
      onSearch={setSearch}
      choices={found.data?.answer.items ?? []}
    />
  )
}

interface CustomerInputProps {
  readonly value: string
  readonly onChange: (customerId: string) => void
}

function CustomerInput({ value, onChange }: CustomerInputProps) {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const [wanted] = useDebouncedValue(search, 150)
  const { items, isLoading } = useList('customers.list', {
    query: { limit: 10, ...(wanted === '' ? {} : { search: wanted }) },
  })
  return (
    <ChoiceInput
      label={t('program.preview.customer')}
      value={value}
      onChange={({ id }) => onChange(id)}
      search={search}
      isSearching={wanted !== search || isLoading}
      onSearch={setSearch}
      choices={items.map(({ originalId, name }) => ({
        id: originalId,
        label: name ? `${name} · ${originalId}` : originalId,
      }))}
    />
  )
}

interface TierSelectProps {
  readonly value: string | null
  readonly onChange: (tierId: string | null) => void
}

function TierSelect({ value, onChange }: TierSelectProps) {
  const { t } = useTranslation()
  const tiers = useRead('program.choices', { query: { of: 'tier' } })
  return (
    <Select
      label={t('program.preview.tier')}
      placeholder={t('common.none')}
      clearable
      data={(tiers.data?.answer.items ?? []).map(({ id, label }) => ({ value: id, label }))}
      value={value}
      onChange={onChange}
    />
  )
}
