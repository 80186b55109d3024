import { useTranslation } from 'react-i18next'
import { usePointsName } from '../../api/points-name.ts'
import { useFormat } from '../../format/use-format.ts'
import type { RewardValues } from './reward-values.ts'
import { isNumber, useWorth } from './reward-words.ts'
import css from './rewards.module.css'

interface RewardCardProps {
  readonly values: RewardValues
  /** By their keys. */
  readonly tierNames: ReadonlyMap<string, string>
  /** Without the line that says what it is. */
  readonly isExample?: boolean
}

/** The reward as a customer reads it; changes as one types. */
export function RewardCard({ values, tierNames, isExample = false }: RewardCardProps) {
  const { t } = useTranslation()
  const worthOf = useWorth()
  const facts = useFacts(values, tierNames)
  const { icons, preTitle, title, customTitle, description } = values
  return (
    <div>
      <div className={values.isActive ? css.card : `${css.card} ${css.off}`}>
        {/^https:\/\/\S+$/.test(icons.url) ? (
          <img className={css.picture} src={icons.url} alt="" referrerPolicy="no-referrer" />
        ) : null}
        {preTitle ? <p className={css.preTitle}>{preTitle}</p> : null}
        <p className={title ? css.cardTitle : `${css.cardTitle} ${css.missing}`}>
          {title || t('rewards.card.untitled')}
        </p>
        <p className={css.worth}>{customTitle || worthOf(values)}</p>
        {description ? <p className={css.description}>{description}</p> : null}
        <div className={css.price}>
          <Price values={values} />
          {values.prizeOnly ? null : <span className={css.redeem}>{t('rewards.card.redeem')}</span>}
        </div>
        {facts.length > 0 ? (
          <ul className={css.facts}>
            {facts.map((fact) => (
              <li key={fact}>{fact}</li>
            ))}
          </ul>
        ) : null}
      </div>
      {isExample ? null : <p className={css.caption}>{t(captionOf(values))}</p>}
    </div>
  )
}

/** What is said below it: how customers come to see it, if they do. */
function captionOf({ isActive, prizeOnly }: RewardValues) {
  if (prizeOnly) return isActive ? 'rewards.card.prizeOnly' : 'rewards.card.prizeOff'
  return isActive ? 'rewards.card.caption' : 'rewards.card.off'
}

function Price({ values: { type, prizeOnly, points } }: { readonly values: RewardValues }) {
  const { t } = useTranslation()
  const format = useFormat()
  const pointsName = usePointsName()
  if (type === 'cashback') return <span className={css.priceText}>{t('rewards.card.cashback')}</span>
  if (prizeOnly) return <span className={css.priceText}>{t('rewards.prizeOnly')}</span>
  if (!isNumber(points) || Number(points) === 0) {
    return <span className={css.priceText}>{t('rewards.free')}</span>
  }
  return (
    <span className={css.priceText}>
      <b className={css.figure}>{format.points(points)}</b> {pointsName(points)}
    </span>
  )
}

/** What a customer has to know before redeeming, one sentence each. */
function useFacts(values: RewardValues, tierNames: ReadonlyMap<string, string>): readonly string[] {
  const { t } = useTranslation()
  const format = useFormat()
  const { type, coupon, cashback, limits, tiers, validFrom, validUntil } = values
  const isCashback = type === 'cashback'
  const sentences = [
    isCashback && isNumber(cashback.maximum)
      ? t('rewards.card.upTo', { amount: format.money(cashback.maximum) })
      : null,
    isCashback && isNumber(cashback.percentOfPurchase)
      ? t('rewards.card.upToPercent', { percent: format.points(cashback.percentOfPurchase) })
      : null,
    isNumber(coupon.minimumPurchase)
      ? t('rewards.card.minimum', { amount: format.money(coupon.minimumPurchase) })
      : null,
    coupon.validDays ? t('rewards.card.validDays', { count: Number(coupon.validDays) }) : null,
    coupon.cumulative ? null : t('rewards.card.notCombined'),
    tiers.length > 0
      ? t('rewards.card.tiers', { tiers: tiers.map((key) => tierNames.get(key) ?? key).join(', ') })
      : null,
    limits.perCustomer ? t('rewards.card.perCustomer', { count: Number(limits.perCustomer) }) : null,
    validFrom && Date.parse(validFrom) > Date.now()
      ? t('rewards.card.from', { date: format.moment(validFrom) })
      : null,
    validUntil ? t('rewards.card.until', { date: format.end(validUntil) }) : null,
  ]
  return sentences.filter((sentence) => sentence !== null)
}
