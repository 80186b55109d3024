import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ExpiryQuestion } from './ExpiryQuestion.tsx'
import type { Import, Question } from './import.ts'
import css from './imports.module.css'
import questionsCss from './questions.module.css'
import { useAnswerName, useReading } from './use-answer-words.ts'
import type { Save } from './use-saving.ts'

interface QuestionsProps {
  readonly questions: readonly Question[]
  /** The file has points and no dates: it is asked before the file is read. */
  readonly asksExpiry: boolean
  readonly open: number
  readonly imported: Import
  readonly onSave: Save
  readonly actions?: ReactNode
}

/** What a guess could get wrong. As long as one is open, the import goes no further. */
export function Questions({ questions, asksExpiry, open, imported, onSave, actions }: QuestionsProps) {
  const { t } = useTranslation()
  const { expiresWhenMissing } = imported.options
  const isExpiryShown =
    asksExpiry || expiresWhenMissing !== null || questions.some(({ kind }) => kind === 'expiresWhenMissing')
  const others = questions.filter(({ kind }) => kind !== 'expiresWhenMissing')
  if (others.length === 0 && !isExpiryShown) return null
  const known = questions.find(({ kind }) => kind === 'expiresWhenMissing')
  return (
    <section
      className={open > 0 ? questionsCss.questions : questionsCss.answered}
      aria-labelledby="questions"
    >
      <h2 id="questions" aria-live="polite">
        {open > 0 ? t('imports.questions.open', { count: open }) : t('imports.questions.answered')}
      </h2>
      <p className={questionsCss.asked}>{t('imports.questions.about')}</p>
      {others.map((question) => (
        <OneQuestion key={question.id} question={question} onSave={onSave} />
      ))}
      {isExpiryShown ? (
        <ExpiryQuestion
          message={known?.message ?? t('imports.questions.expiry')}
          value={expiresWhenMissing}
          onSave={onSave}
        />
      ) : null}
      {actions}
    </section>
  )
}

interface OneQuestionProps {
  readonly question: Question
  readonly onSave: Save
}

/** Nothing is chosen before: a click on “Continue” is no answer. */
function OneQuestion({ question, onSave }: OneQuestionProps) {
  const { t } = useTranslation()
  const nameOf = useAnswerName()
  const readingOf = useReading()
  const { id, message, answers, examples, answer } = question
  /** Shown while it is saved. */
  const [given, give] = useState<string | null>(null)
  const choose = async (one: string): Promise<void> => {
    give(one)
    if (!(await onSave({ answers: { [id]: one } }))) give(null)
  }
  return (
    <fieldset className={questionsCss.question}>
      <legend>{message}</legend>
      {answers.length === 0 ? <p>{t('imports.questions.otherFile')}</p> : null}
      {examples.some(({ readings }) => Object.keys(readings).length === 0) ? (
        <p className={css.cell}>{examples.map(({ value }) => value).join(' · ')}</p>
      ) : null}
      {answers.map((one) => (
        <label key={one} className={questionsCss.answer}>
          <input
            type="radio"
            name={id}
            checked={(given ?? answer) === one}
            onChange={() => void choose(one)}
          />
          <span>
            {nameOf(question, one)}
            <span className={questionsCss.readings}>
              {examples.flatMap(({ value, readings }) => {
                const reading = readings[one]
                return reading === undefined
                  ? []
                  : [<span key={value}>{readingOf(question, value, reading)}</span>]
              })}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
