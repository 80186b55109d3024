import { useTranslation } from 'react-i18next'
import { type CardCounts, layOutCard, layOutLine } from './layout.ts'
import css from './punch-card.module.css'

/** A sum of money that fills the card. The texts are formatted; the shares are parts of the goal. */
interface CardMoney {
  readonly amount: string
  readonly goal: string
  readonly share: number
  readonly owed?: string
  /** What the basket being tried would add. */
  readonly pending?: { readonly amount: string; readonly share: number }
}

interface PunchCardProps extends Partial<CardCounts> {
  readonly name: string
  /** What a full card gives. */
  readonly prize: string
  readonly size: number
  /** For a card that one sum fills: a line instead of holes, and nothing else is counted. */
  readonly money?: CardMoney
  /** It is not live yet. */
  readonly isDraft?: boolean
}

/** A customer's card, or the card of a rule: one picture, whose label says all that it shows. */
export function PunchCard({ name, prize, money, isDraft = false, ...counted }: PunchCardProps) {
  const { t } = useTranslation()
  const counts = { stamps: 0, owed: 0, pending: 0, ...counted }
  const words = useCardWords(counts, money)
  const label = { name, prize, progress: words.join(', ') }
  return (
    <div
      role="img"
      aria-label={isDraft ? t('punchCard.labelOfDraft', label) : t('punchCard.label', label)}
      className={isDraft ? `${css.card} ${css.draft}` : css.card}
    >
      <p className={css.name}>{name}</p>
      <p className={css.prize}>{prize}</p>
      {money ? <Line money={money} /> : <Holes counts={counts} />}
    </div>
  )
}

/** What the picture shows, part by part. */
function useCardWords(counts: CardCounts, money: CardMoney | undefined): string[] {
  const { t } = useTranslation()
  if (money) {
    const { amount, goal, owed, pending } = money
    return [
      t('punchCard.money', { amount, goal }),
      ...(owed === undefined ? [] : [t('punchCard.moneyOwed', { amount: owed })]),
      ...(pending ? [t('punchCard.moneyPending', { amount: pending.amount })] : []),
    ]
  }
  const { size, stamps, owed, pending } = counts
  return [
    t('punchCard.stamps', { stamps: Math.min(stamps, size), count: size }),
    ...(stamps > size ? [t('punchCard.over', { count: stamps - size })] : []),
    ...(owed > 0 ? [t('punchCard.owed', { count: owed })] : []),
    ...(pending > 0 ? [t('punchCard.pending', { count: pending })] : []),
  ]
}

function Holes({ counts }: { readonly counts: CardCounts }) {
  const { t } = useTranslation()
  const { perRow, isDense, holes, over } = layOutCard(counts)
  return (
    <div className={css.foot}>
      <span className={isDense ? `${css.holes} ${css.dense}` : css.holes} data-per-row={perRow}>
        {holes.map(({ place, state }) => (
          <i key={place} className={css[state]} />
        ))}
      </span>
      {over > 0 ? <span className={css.note}>+{over}</span> : null}
      {counts.owed > 0 ? (
        <span className={css.note}>{t('punchCard.owed', { count: counts.owed })}</span>
      ) : null}
    </div>
  )
}

function Line({ money: { amount, goal, share, owed, pending } }: { readonly money: CardMoney }) {
  const { t } = useTranslation()
  const line = layOutLine(share, pending?.share ?? 0)
  return (
    <div className={css.foot}>
      <span className={css.sum}>{t('punchCard.money', { amount, goal })}</span>
      <span className={css.line}>
        <i className={css.reached} style={{ width: `${line.reached}%` }} />
        <i className={css.added} style={{ width: `${line.pending}%` }} />
      </span>
      {owed === undefined ? null : (
        <span className={css.note}>{t('punchCard.moneyOwed', { amount: owed })}</span>
      )}
    </div>
  )
}
