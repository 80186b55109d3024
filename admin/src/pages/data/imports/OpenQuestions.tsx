import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ProblemNotice } from '../../../components/notice/Notice.tsx'
import type { StepProps } from './import.ts'
import css from './imports.module.css'
import { Questions } from './Questions.tsx'
import { type Changed, type Save, useSaving } from './use-saving.ts'

/** Questions that only the whole file raised. A dry run is of its answers, so all of them are given before the next one. */
export function OpenQuestions({
  imported,
  etag,
  onAnswered,
}: StepProps & { readonly onAnswered: () => void }) {
  const { t } = useTranslation()
  const { save, problem, isBusy } = useSaving({ imported, etag })
  const [given, give] = useState<Changed>({})
  const keep: Save = async ({ answers, options }) => {
    give((before) => ({
      answers: { ...before.answers, ...answers },
      options: { ...before.options, ...options },
    }))
    return true
  }
  const open = imported.questions.filter(
    ({ id, answer }) =>
      answer === null &&
      !given.answers?.[id] &&
      !(id === 'expiresWhenMissing' && given.options?.expiresWhenMissing),
  ).length
  const run = async (): Promise<void> => {
    if (await save(given)) onAnswered()
  }
  return (
    <>
      {problem ? <ProblemNotice problem={problem} /> : null}
      <Questions
        questions={imported.questions}
        asksExpiry={false}
        open={open}
        imported={imported}
        onSave={keep}
        actions={
          <Button
            className={css.more}
            variant="filled"
            onClick={() => void run()}
            disabled={open > 0}
            loading={isBusy}
          >
            {t('imports.questions.rerun')}
          </Button>
        }
      />
    </>
  )
}
