import { useDebouncedValue } from '@mantine/hooks'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Answer } from '../../api/client.ts'
import { useRead } from '../../api/hooks.ts'
import { Panel } from '../../components/panel/Panel.tsx'
import { Skeleton } from '../../components/skeleton/Skeleton.tsx'
import { Sum, TotalFigure } from '../../components/sum/Sum.tsx'
import type { Format } from '../../format/format.ts'
import { useFormat } from '../../format/use-format.ts'
import { BasketForm } from './BasketForm.tsx'
import { EMPTY_BASKET, previewOf } from './basket.ts'
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
              <NotMore preview={preview.data.answer} />
            </>
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

/** The bonuses that give nothing, and why; open where the basket earns nothing at all. */
function NotMore({ preview: { notMore, points } }: { readonly preview: Previewed }) {
  const { t } = useTranslation()
  if (notMore.length === 0) return null
  return (
    <details className={css.notMore} open={Number(points) === 0}>
      <summary>{t('program.preview.notMore')}</summary>
      <ul>
        {notMore.map(({ ruleId, name, sentence }) => (
          <li key={ruleId}>
            <span>{name || `#${ruleId}`}</span> <span className="muted">{sentence}</span>
          </li>
        ))}
      </ul>
    </details>
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
