import { ActionIcon, Button } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { hasErrorIn } from '../../components/form/Form.tsx'
import { Icon } from '../../components/icon/Icon.tsx'
import { Tag } from '../../components/status/Status.tsx'
import { useFormat } from '../../format/use-format.ts'
import { TierFields } from './TierFields.tsx'
import { type LadderValues, orderOf, type TierValues } from './tier-values.ts'
import { useTierWords } from './tier-words.ts'
import css from './tiers.module.css'

interface TierRowProps {
  readonly form: UseFormReturnType<LadderValues>
  readonly tier: TierValues
  readonly place: number
  readonly count: number
  /** null: it is new. */
  readonly customers: number | null
  readonly isOpen: boolean
  /** null: it can only be read. */
  readonly onToggle: (() => void) | null
}

export function TierRow(props: TierRowProps) {
  const { form, tier, customers, onToggle } = props
  const { t } = useTranslation()
  const isWrong = hasErrorIn(form.errors, `byKey.${tier.key}`)
  const isOpen = props.isOpen || isWrong
  return (
    <li className={tier.archived ? `${css.tier} ${css.ending}` : css.tier}>
      <header className={css.head}>
        <span
          className={css.dot}
          style={/^#[0-9a-f]{6}$/i.test(tier.color) ? { background: tier.color } : {}}
          aria-hidden="true"
        />
        <h2 className={css.name}>{tier.name}</h2>
        {customers === null ? <Tag kind="draft">{t('tiers.new')}</Tag> : <Customers count={customers} />}
        {tier.isActive ? null : <Tag>{t('tiers.off')}</Tag>}
        {onToggle ? <RowActions {...props} onToggle={onToggle} isOpen={isOpen} /> : null}
      </header>
      {tier.archived ? <p className={css.warning}>{t('tiers.ends', { count: customers ?? 0 })}</p> : null}
      {isOpen && !tier.archived ? <TierFields form={form} tier={tier} /> : <Summary tier={tier} />}
    </li>
  )
}

function Customers({ count }: { readonly count: number }) {
  const { t } = useTranslation()
  const format = useFormat()
  return <span className="muted">{t('tiers.customers', { count, shown: format.number(count) })}</span>
}

function Summary({ tier }: { readonly tier: TierValues }) {
  const { t } = useTranslation()
  const words = useTierWords()
  const { goals, benefits, base, caption } = tier
  return (
    <div className={css.summary}>
      {caption ? <p className="faint small">{caption}</p> : null}
      <p>
        {base ? t('tiers.everybody') : null}
        {!base && goals.length === 0 ? t('tiers.noGoals') : null}
        {goals.length > 0 ? `${t('tiers.for')} ${goals.map(words.goal).join(t('tiers.and'))}` : null}
      </p>
      {benefits.length > 0 ? (
        <ul className={css.benefits}>
          {benefits.map((benefit) => (
            <li key={words.benefit(benefit)}>
              <Icon name="check" size={14} /> {words.benefit(benefit)}
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}

function RowActions(props: TierRowProps & { readonly onToggle: () => void }) {
  const { form, tier, place, count, customers, isOpen, onToggle } = props
  const { t } = useTranslation()
  const move = (by: -1 | 1): void => {
    const keys = orderOf(form.values).map(({ key }) => key)
    keys.splice(place, 1)
    keys.splice(place + by, 0, tier.key)
    form.setFieldValue('order', keys)
  }
  const end = (): void => {
    if (customers !== null) {
      form.setFieldValue(`byKey.${tier.key}.archived`, !tier.archived)
      return
    }
    // One that was never saved is not ended, but gone.
    const { [tier.key]: _gone, ...byKey } = form.values.byKey
    form.setValues({ order: form.values.order.filter((key) => key !== tier.key), byKey })
  }
  return (
    <div className={css.actions}>
      <ActionIcon
        aria-label={t('tiers.moveDown', { name: tier.name })}
        disabled={place === 0}
        onClick={() => move(-1)}
      >
        <Icon name="up" />
      </ActionIcon>
      <ActionIcon
        aria-label={t('tiers.moveUp', { name: tier.name })}
        disabled={place === count - 1}
        onClick={() => move(1)}
      >
        <Icon name="down" />
      </ActionIcon>
      {tier.archived ? null : (
        <Button size="xs" onClick={onToggle} aria-expanded={isOpen}>
          {isOpen ? t('common.done') : t('common.edit')}
        </Button>
      )}
      <Button size="xs" variant="subtle" onClick={end}>
        {tier.archived ? t('tiers.keep') : customers === null ? t('common.remove') : t('tiers.end')}
      </Button>
    </div>
  )
}
