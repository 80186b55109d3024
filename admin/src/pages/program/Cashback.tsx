import { Switch } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Sentence } from '../../components/sentence/Sentence.tsx'
import type { Part } from '../../components/sentence/types.ts'
import { useFormat } from '../../format/use-format.ts'
import css from './program.module.css'
import type { Program } from './program.ts'
import { useSentenceEditing } from './RuleList.tsx'

interface CashbackProps {
  readonly program: Program
  readonly live: Program | null
  readonly onEdit: ((change: (program: Program) => Program) => void) | null
}

/** What points are worth as money, in one sentence. */
export function Cashback({ program, live, onEdit }: CashbackProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const partsOf = ({ cashback: { pointValue } }: Program): readonly Part[] => {
    const [before = '', after = ''] = t('program.cashback.sentence', { value: '|' }).split('|')
    const display = format.money(pointValue)
    return [
      { text: before },
      { slot: '/cashback/pointValue', kind: 'money', value: pointValue, display },
      { text: after },
    ]
  }
  const { isOn } = program.cashback
  const isTouched = live !== null && JSON.stringify(live.cashback) !== JSON.stringify(program.cashback)
  const change = (changed: Partial<Program['cashback']>): void =>
    onEdit?.((one) => ({ ...one, cashback: { ...one.cashback, ...changed } }))
  const editing = useSentenceEditing(
    () => false,
    (_slot, value) => change({ pointValue: String(value ?? '0') }),
  )
  return (
    <section className={css.group}>
      <header className={css.groupHead}>
        <h2>{t('program.cashback.title')}</h2>
        <p>{t('program.cashback.about')}</p>
      </header>
      <div className={isTouched ? `${css.rule} ${css.touched}` : css.rule}>
        <Switch
          className={css.switch ?? ''}
          checked={isOn}
          disabled={!onEdit}
          onChange={(event) => change({ isOn: event.currentTarget.checked })}
          aria-label={t('program.cashback.title')}
        />
        <Sentence
          parts={partsOf(program)}
          live={live ? partsOf(live) : null}
          isOff={!isOn}
          editing={onEdit ? editing : null}
        />
      </div>
    </section>
  )
}
