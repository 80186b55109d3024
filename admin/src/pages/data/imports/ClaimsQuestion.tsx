import { useTranslation } from 'react-i18next'
import { useChange, useRead } from '../../../api/hooks.ts'
import { useMay } from '../../../api/session.tsx'
import { useSending } from '../../../components/form/use-sending.ts'
import { ProblemNotice } from '../../../components/notice/Notice.tsx'
import css from './imports.module.css'
import questionsCss from './questions.module.css'

const CHOICES = [
  { value: 'automatic', label: 'verified' },
  { value: 'review', label: 'unverified' },
] as const

/** Whether an address proves who a customer is: the shop's first order with it would get the points. */
export function ClaimsQuestion() {
  const { t } = useTranslation()
  const found = useRead('settings.get', {}, { isOff: !useMay('settings.read') })
  const change = useChange('settings.change')
  const mayChange = useMay('settings.write')
  const { problem, isBusy, send } = useSending()
  if (!found.data) return null
  const { answer, etag } = found.data
  const choose = (claims: (typeof CHOICES)[number]['value']) =>
    void send(change({ etag, body: { claims } }), () => void found.refetch())
  return (
    <section className={questionsCss.answered} aria-labelledby="claims">
      <h2 id="claims">{t('claims.question')}</h2>
      <p className={questionsCss.asked}>{t('claims.aboutQuestion')}</p>
      {problem ? <ProblemNotice problem={problem} /> : null}
      <fieldset
        className={questionsCss.question}
        aria-label={t('claims.question')}
        disabled={!mayChange || isBusy}
      >
        {CHOICES.map(({ value, label }) => (
          <label key={value} className={questionsCss.answer}>
            <input
              type="radio"
              name="claims"
              checked={answer.claims === value}
              onChange={() => choose(value)}
            />
            <span>
              {t(`claims.${label}`)}
              <span className={css.about}>{t(`claims.${label}About`)}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <p className={css.hint}>
        {t('claims.savedFor')} {mayChange ? null : t('claims.askOwner')}
      </p>
    </section>
  )
}
