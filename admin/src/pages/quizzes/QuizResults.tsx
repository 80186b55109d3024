import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Answer } from '../../api/client.ts'
import { useList, useRead } from '../../api/hooks.ts'
import { Empty } from '../../components/empty/Empty.tsx'
import { Section } from '../../components/layout/Page.tsx'
import { ProblemNotice, TryAgain } from '../../components/notice/Notice.tsx'
import { Bar } from '../../components/progress/Progress.tsx'
import { SkeletonRows } from '../../components/skeleton/Skeleton.tsx'
import type { Column } from '../../components/table/DataTable.tsx'
import { ListedTable } from '../../components/table/ListedTable.tsx'
import { useFormat } from '../../format/use-format.ts'
import type { Quiz } from './quiz-values.ts'
import css from './quizzes.module.css'

type Question = Answer<'quizzes.results'>['questions'][number]

/** What was answered: counts as bars, each with its figure; what was written, when one asks. */
export function QuizResults({ quiz }: { readonly quiz: Quiz }) {
  const { t } = useTranslation()
  const format = useFormat()
  const found = useRead('quizzes.results', { params: { id: quiz.id } })
  if (found.error)
    return (
      <ProblemNotice
        problem={found.error.problem}
        actions={<TryAgain onClick={() => void found.refetch()} />}
      />
    )
  if (!found.data) return <SkeletonRows count={6} />
  const { answers, isAll, questions } = found.data.answer
  if (answers === 0) {
    return <Empty title={t('quizzes.noAnswers.title')}>{t('quizzes.noAnswers.text')}</Empty>
  }
  return (
    <>
      <p className="muted">
        {t('quizzes.answered', { count: answers, shown: format.number(answers) })}{' '}
        {isAll ? null : t('quizzes.someOnly')}
      </p>
      {questions.map((question) => (
        <Result key={question.id} question={question} />
      ))}
      {questions.some(({ type }) => type === 'openText') ? <OpenAnswers quiz={quiz} /> : null}
    </>
  )
}

function Result({ question }: { readonly question: Question }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { text, type, answered, options } = question
  return (
    <section className={css.result}>
      <h2>{text}</h2>
      {type === 'openText' ? (
        <p className="muted">{t('quizzes.wrote', { count: answered, shown: format.number(answered) })}</p>
      ) : (
        <ul className={css.bars}>
          {options.map(({ id, text: option, count }) => (
            <OptionBar key={id} text={option} count={count} of={answered} />
          ))}
        </ul>
      )}
    </section>
  )
}

function OptionBar({ text, count, of }: { text: string; count: number; of: number }) {
  const format = useFormat()
  const share = of === 0 ? 0 : count / of
  return (
    <li className={css.barRow}>
      <span className={css.barText}>{text}</span>
      <span className={css.barShape}>
        <Bar share={share} />
      </span>
      <span className={css.barCount}>{format.number(count)}</span>
      <span className={css.barShare}>{format.number(Math.round(share * 1000) / 10)}%</span>
    </li>
  )
}

/** People may have written about themselves: that one reads it is written into the audit. */
function OpenAnswers({ quiz }: { readonly quiz: Quiz }) {
  const { t } = useTranslation()
  const [isShown, setShown] = useState(false)
  return (
    <Section title={t('quizzes.openAnswers')} about={t('quizzes.openAnswersAbout')}>
      {isShown ? (
        <AnswerTable quiz={quiz} />
      ) : (
        <Button onClick={() => setShown(true)}>{t('quizzes.showAnswers')}</Button>
      )}
    </Section>
  )
}

type OpenAnswer = Answer<'quizzes.answers'>['items'][number]

function AnswerTable({ quiz }: { readonly quiz: Quiz }) {
  const { t } = useTranslation()
  const format = useFormat()
  const listed = useList('quizzes.answers', { params: { id: quiz.id } })
  const questionOf = new Map(quiz.questions.map(({ id, text }) => [id, text]))
  const columns: readonly Column<OpenAnswer>[] = [
    {
      head: t('quizzes.openAnswers'),
      onPhone: 'subject',
      cell: ({ texts }) =>
        texts.map(({ questionId, text }) => (
          <p key={questionId}>
            <span className="faint small">{questionOf.get(questionId)}</span>
            <br />
            {text}
          </p>
        )),
    },
    { head: t('quizzes.customer'), onPhone: 'note', cell: ({ customerId }) => customerId },
    { head: t('quizzes.when'), onPhone: 'date', cell: ({ answeredAt }) => format.moment(answeredAt) },
  ]
  return (
    <ListedTable
      label={t('quizzes.openAnswers')}
      columns={columns}
      listed={listed}
      keyOf={({ customerId }) => customerId}
      empty={<p className="muted">{t('quizzes.none')}</p>}
    />
  )
}
