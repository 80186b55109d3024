import { useDebouncedValue } from '@mantine/hooks'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Answer } from '../../api/client.ts'
import { useRead } from '../../api/hooks.ts'
import type { Problem } from '../../api/problems.ts'
import { NotMore } from '../../components/not-more/NotMore.tsx'
import { Panel } from '../../components/panel/Panel.tsx'
import { Skeleton } from '../../components/skeleton/Skeleton.tsx'
import { Sum, TotalFigure } from '../../components/sum/Sum.tsx'
import { isZero, subtract } from '../../format/decimal.ts'
import type { Format } from '../../format/format.ts'
import { useFormat } from '../../format/use-format.ts'
import { BasketForm } from './BasketForm.tsx'
import { EMPTY_BASKET, previewOf, totalOf } from './basket.ts'
import { PreviewCards } from './PreviewCards.tsx'
import css from './program.module.css'
import type { Program } from './program.ts'

type Previewed = Answer<'program.preview'>

/** A basket as one types it, and what it earns: now, and by the draft. Nothing is written. */
export function Preview({ program, hasDraft }: { readonly program: Program; readonly hasDraft: boolean }) {
  const { t } = useTranslation()
  const [basket, setBasket] = useState(EMPTY_BASKET)
  const [wantedBasket] = useDebouncedValue(basket, 150)
  const [wantedProgram] = useDebouncedValue(program, 150)
  const asked = previewOf(wantedBasket)
  const preview = useRead(
    'program.preview',
    {
      body: { of: wantedProgram, ...(asked ?? { order: { total: '0' } }) },
    },
    { isOff: asked === null, keep: true },
  )
  return (
    <>
      <Panel title={t('program.preview.title')} isFlush>
        <BasketForm basket={basket} onChange={setBasket} />
        <div aria-live="polite">
          {asked === null ? (
            <p className={css.unfinishedNote}>{t('program.preview.notWhole')}</p>
          ) : preview.data && !preview.error ? (
            <>
              <PreviewSum preview={preview.data.answer} hasDraft={hasDraft} />
              <Counted
                preview={preview.data.answer}
                total={totalOf(wantedBasket) ?? '0'}
                hasDraft={hasDraft}
              />
              <PreviewCards cards={preview.data.answer.cards} />
              <NotMore lines={preview.data.answer.notMore} isOpen={isZero(preview.data.answer.points)} />
            </>
          ) : (
            <div className={css.basket}>
              {preview.error ? (
                <p className="muted">{wrongInBasket(preview.error.problem) ?? t('program.preview.wrong')}</p>
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

/** Such as a customer that there is not. What is wrong with the rules stands beside them. */
function wrongInBasket({ errors = [] }: Problem): string | undefined {
  return errors.find(({ pointer }) => !pointer.startsWith('/of'))?.message
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

interface CountedProps {
  readonly preview: Previewed
  readonly total: string
  readonly hasDraft: boolean
}

/** What of the basket counts, where that is not all of it. */
function Counted({ preview: { counted, current }, total, hasDraft }: CountedProps) {
  const { t } = useTranslation()
  const { money } = useFormat()
  const isSame = !hasDraft || current.counted === counted
  const now = isSame ? null : t('program.preview.countedNow', { counted: money(current.counted) })
  const told = { counted: money(counted), total: money(total) }
  if (isZero(subtract(total, counted)) && now === null) return null
  return (
    <p className={css.counted}>
      {t('program.preview.counted', told)} {now}
    </p>
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
    const { kind, name, sentence } = line
    const isExtra = kind !== 'purchase'
    rows.set(keyOf(line), { key: keyOf(line), name, sentence, isExtra, now: givenBy(line), later: null })
  }
  for (const line of preview.lines) {
    const key = keyOf(line)
    const { kind, name, sentence } = line
    const isExtra = kind !== 'purchase'
    rows.set(key, { key, name, sentence, isExtra, now: rows.get(key)?.now ?? null, later: givenBy(line) })
  }
  return [...rows.values()]
}

/** null: nothing, as of what is left out. */
function givenBy({ kind, points }: Previewed['lines'][number]): string | null {
  return kind === 'exclude' ? null : points
}

function datesOf({ availableAt, expiresAt }: Previewed, t: TFunction, format: Format): string {
  const opens = availableAt === null ? '' : t('program.preview.open', { date: format.date(availableAt) })
  const ends =
    expiresAt === null
      ? t('program.preview.forEver')
      : t('program.preview.until', { date: format.date(expiresAt) })
  return [opens, ends].filter(Boolean).join(', ')
}
