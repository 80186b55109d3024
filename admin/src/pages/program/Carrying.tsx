import { Button, Checkbox } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../format/use-format.ts'
import program from './program.module.css'
import css from './queue.module.css'
import type { CarryConflict, Carrying as IntoVersions } from './queue.ts'

interface CarryingProps {
  readonly into: IntoVersions
  readonly isAgreed: boolean
  readonly onAgree: (isAgreed: boolean) => void
}

/** Asks before what is scheduled, or what another person has published since, is changed too. */
export function Carrying({ into, isAgreed, onAgree }: CarryingProps) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <section className={program.before}>
      <h2>{t('program.carry.title')}</h2>
      <p className={css.carryText}>{t('program.carry.text')}</p>
      <ul className={css.carryList}>
        {into.live === null ? null : <li>{t('program.carry.live', { version: into.live })}</li>}
        {into.waiting.map(({ version, effectiveAt, note, changes }) => (
          <li key={version}>
            {t('program.carry.waiting', { version, when: format.moment(effectiveAt) })}
            {note ? ` “${note}”` : ''}: {t('program.carry.own', { count: changes.length })}
          </li>
        ))}
      </ul>
      <Checkbox
        checked={isAgreed}
        label={t('program.carry.agree')}
        onChange={(event) => onAgree(event.currentTarget.checked)}
      />
    </section>
  )
}

function isOfSameRule(one: CarryConflict, other: CarryConflict): boolean {
  return one.version === other.version && one.ruleId === other.ruleId
}

interface ConflictsProps {
  readonly conflicts: readonly CarryConflict[]
  /** Lets the draft win over the live version; null: a waiting one is in the way. */
  readonly onKeepMine: (() => void) | null
}

/** Rule by rule, what the draft began with, what it says, and what the other version says. */
export function CarryConflicts({ conflicts, onKeepMine }: ConflictsProps) {
  const { t } = useTranslation()
  // Several members of a rule are one rule here: its sentence tells them all.
  const rules = conflicts.filter(
    (one, index) => index === conflicts.findIndex((other) => isOfSameRule(one, other)),
  )
  const none = <span className="faint">{t('program.carry.notThere')}</span>
  return (
    <section className={css.conflicts} role="alert">
      <h2>{t('program.carry.conflicts')}</h2>
      <p className={css.carryText}>{t('program.carry.conflictsText')}</p>
      {rules.map(({ ruleId, version, name, now, yours, theirs }) => (
        <div key={`${version} ${ruleId}`} className={css.conflict}>
          <h3>
            {ruleId === null ? t('program.cashback.title') : name || t('program.carry.rule', { id: ruleId })}
          </h3>
          <dl>
            <div>
              <dt>{t('program.carry.before')}</dt>
              <dd>{now ?? none}</dd>
            </div>
            <div>
              <dt>{t('program.carry.yours')}</dt>
              <dd>{yours ?? none}</dd>
            </div>
            <div>
              <dt>{t('program.history.number', { version })}</dt>
              <dd>{theirs ?? none}</dd>
            </div>
          </dl>
        </div>
      ))}
      {onKeepMine ? (
        <Button size="xs" onClick={onKeepMine}>
          {t('program.carry.keepMine')}
        </Button>
      ) : null}
    </section>
  )
}
