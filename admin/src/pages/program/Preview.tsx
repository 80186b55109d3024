import { ActionIcon, Button, Select, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Answer } from '../../api/client.ts'
import { useRead } from '../../api/hooks.ts'
import { DecimalInput } from '../../components/form/DecimalInput.tsx'
import { Icon } from '../../components/icon/Icon.tsx'
import { Panel } from '../../components/panel/Panel.tsx'
import { Skeleton } from '../../components/skeleton/Skeleton.tsx'
import { Sum, TotalFigure } from '../../components/sum/Sum.tsx'
import type { Format } from '../../format/format.ts'
import { useFormat } from '../../format/use-format.ts'
import { type Basket, EMPTY_BASKET, orderOf, totalOf } from './basket.ts'
import css from './program.module.css'
import type { Program } from './program.ts'

type Previewed = Answer<'program.preview'>

/** A basket as one types it, and what it earns: now, and by the draft. Nothing is written. */
export function Preview({ program, hasDraft }: { readonly program: Program; readonly hasDraft: boolean }) {
  const { t } = useTranslation()
  const [basket, setBasket] = useState(EMPTY_BASKET)
  const [wantedBasket] = useDebouncedValue(basket, 150)
  const [wantedProgram] = useDebouncedValue(program, 150)
  const order = orderOf(wantedBasket)
  const preview = useRead(
    'program.preview',
    {
      body: {
        of: wantedProgram,
        order: order ?? { total: '0' },
        isFirstPurchase: wantedBasket.isFirst,
        ...(wantedBasket.tierId ? { tierId: Number(wantedBasket.tierId) } : {}),
      },
    },
    { isOff: order === null, keep: true },
  )
  return (
    <>
      <Panel title={t('program.preview.title')} isFlush>
        <BasketForm basket={basket} onChange={setBasket} />
        <div aria-live="polite">
          {preview.data ? (
            <PreviewSum preview={preview.data.answer} hasDraft={hasDraft} />
          ) : (
            <div className={css.basket}>
              {preview.error ? (
                <p className="muted">{t('program.preview.wrong')}</p>
              ) : (
                <Skeleton height={120} />
              )}
            </div>
          )}
        </div>
      </Panel>
      <p className={css.previewNote}>{t('program.preview.note')}</p>
    </>
  )
}

interface BasketFormProps {
  readonly basket: Basket
  readonly onChange: (basket: Basket) => void
}

function BasketForm({ basket, onChange }: BasketFormProps) {
  const { t } = useTranslation()
  const { currency, money } = useFormat()
  const change = (part: Partial<Basket>): void => onChange({ ...basket, ...part })
  const changeLine = (at: number, part: Partial<Basket['lines'][number]>): void =>
    change({ lines: basket.lines.map((line, index) => (index === at ? { ...line, ...part } : line)) })
  return (
    <div className={css.basket}>
      {basket.lines.map((line, index) => (
        <div key={line.key} className={css.line}>
          <TextInput
            label={t('program.preview.product')}
            value={line.id}
            onChange={(event) => changeLine(index, { id: event.currentTarget.value })}
          />
          <DecimalInput
            label={t('program.preview.price')}
            value={line.price}
            onChange={(price) => changeLine(index, { price })}
          />
          <ActionIcon
            aria-label={t('common.remove')}
            onClick={() => change({ lines: basket.lines.filter((_, at) => at !== index) })}
          >
            <Icon name="x" />
          </ActionIcon>
        </div>
      ))}
      {basket.lines.length === 0 ? (
        <DecimalInput
          label={t('program.preview.total')}
          unit={currency}
          value={basket.total}
          onChange={(total) => change({ total })}
        />
      ) : (
        <p>
          {t('program.preview.total')} <b>{money(totalOf(basket) ?? '0')}</b>
        </p>
      )}
      <div className={css.facts}>
        <TextInput
          label={t('program.preview.paidWith')}
          value={basket.paymentMethodId}
          onChange={(event) => change({ paymentMethodId: event.currentTarget.value })}
        />
        <TierSelect value={basket.tierId} onChange={(tierId) => change({ tierId })} />
      </div>
      <Button
        variant="subtle"
        size="xs"
        leftSection={<Icon name="plus" size={14} />}
        onClick={() =>
          change({ lines: [...basket.lines, { key: Date.now(), id: '', price: basket.total || '10' }] })
        }
      >
        {t('program.preview.addProduct')}
      </Button>
    </div>
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

function PreviewSum({ preview, hasDraft }: { readonly preview: Previewed; readonly hasDraft: boolean }) {
  const { t } = useTranslation()
  const format = useFormat()
  const rows = rowsOf(preview)
  const worth = (cashback: string): string | undefined =>
    Number(cashback) === 0 ? undefined : format.money(cashback)
  return (
    <Sum
      label={t('program.preview.title')}
      heads={[
        t('program.preview.because'),
        t('program.preview.now'),
        ...(hasDraft ? [t('program.preview.draft')] : []),
      ]}
      isLastDraft={hasDraft}
      lines={rows.map(({ key, name, sentence, isExtra, now, later }) => ({
        key,
        label: name,
        about: sentence,
        figures: [figureOf(now, isExtra, format), ...(hasDraft ? [figureOf(later, isExtra, format)] : [])],
      }))}
      total={{
        key: 'total',
        label: t('program.preview.points'),
        about: preview.nothing ?? datesOf(preview, t, format),
        figures: [
          <TotalFigure
            key="now"
            figure={format.points(preview.current.points)}
            about={worth(preview.current.cashback)}
          />,
          ...(hasDraft
            ? [
                <TotalFigure
                  key="then"
                  figure={format.points(preview.points)}
                  about={worth(preview.cashback)}
                />,
              ]
            : []),
        ],
      }}
    />
  )
}

/** What every order earns is a figure; what comes on top has its sign. */
function figureOf(points: string | null, isExtra: boolean, format: Format): string {
  if (points === null) return '–'
  return isExtra ? format.signed(points) : format.points(points)
}

interface PreviewRow {
  readonly key: string
  readonly name: string
  readonly sentence: string
  readonly isExtra: boolean
  readonly now: string | null
  readonly later: string | null
}

/** The lines of both programs side by side, the same rule in one row. */
function rowsOf(preview: Previewed): readonly PreviewRow[] {
  const keyOf = ({ ruleId, kind }: { ruleId: number | null; kind: string }): string => `${ruleId ?? kind}`
  const rows = new Map<string, PreviewRow>()
  for (const line of preview.current.lines) {
    const { kind, name, sentence, points } = line
    const isExtra = kind !== 'purchase'
    rows.set(keyOf(line), { key: keyOf(line), name, sentence, isExtra, now: points, later: null })
  }
  for (const line of preview.lines) {
    const key = keyOf(line)
    const { kind, name, sentence, points } = line
    const isExtra = kind !== 'purchase'
    rows.set(key, { key, name, sentence, isExtra, now: rows.get(key)?.now ?? null, later: points })
  }
  return [...rows.values()]
}

function datesOf({ availableAt, expiresAt }: Previewed, t: TFunction, format: Format): string {
  const opens = availableAt === null ? '' : t('program.preview.open', { date: format.date(availableAt) })
  const ends =
    expiresAt === null
      ? t('program.preview.forEver')
      : t('program.preview.until', { date: format.date(expiresAt) })
  return [opens, ends].filter(Boolean).join(', ')
}
