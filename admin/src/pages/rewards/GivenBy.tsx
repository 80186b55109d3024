import { useTranslation } from 'react-i18next'
import { useRuleName } from '../../api/award-name.ts'
import { PageLink } from '../../components/link/PageLink.tsx'
import type { Reward } from './reward-values.ts'
import css from './rewards.module.css'

/** The rules that give a reward by themselves, and to whom they gave it. */
export function GivenBy({ reward: { id, givenBy } }: { readonly reward: Pick<Reward, 'id' | 'givenBy'> }) {
  const { t } = useTranslation()
  const nameOf = useRuleName()
  if (givenBy.length === 0) return null
  return (
    <section className={css.codes}>
      <h2>{t('awards.title')}</h2>
      <ul>
        {givenBy.map((rule) => (
          <li key={rule.id} className={css.codeList}>
            <PageLink to="/program" search={{ rule: rule.id }}>
              {t('awards.ofReward.by', { name: nameOf(rule) })}
            </PageLink>
            {rule.isCurrent ? null : (
              <span className="muted">{t('awards.ofReward.scheduled', { version: rule.version })}</span>
            )}
          </li>
        ))}
      </ul>
      <p className="small">
        <PageLink to="/awards" search={{ reward: id }}>
          {t('awards.ofReward.who')}
        </PageLink>
      </p>
    </section>
  )
}
