import { Button } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useList } from '../../api/hooks.ts'
import type { Problem } from '../../api/problems.ts'
import { useMay } from '../../api/session.tsx'
import { Empty } from '../../components/empty/Empty.tsx'
import { Icon } from '../../components/icon/Icon.tsx'
import { Page } from '../../components/layout/Page.tsx'
import { PageLink } from '../../components/link/PageLink.tsx'
import { ProblemNotice, TryAgain } from '../../components/notice/Notice.tsx'
import { Status } from '../../components/status/Status.tsx'
import { type Column, DataTable } from '../../components/table/DataTable.tsx'
import { Tabs } from '../../components/tabs/Tabs.tsx'
import { useFormat } from '../../format/use-format.ts'
import { QuizMenu } from './QuizMenu.tsx'
import type { Quiz } from './quiz-values.ts'
import { useQuizState } from './quiz-words.ts'

const VIEWS = ['all', 'active', 'inactive', 'archived'] as const

export default function QuizzesPage() {
  const { t } = useTranslation()
  const mayWrite = useMay('quizzes.write')
  const { view: asked } = useSearch({ strict: false }) as { view?: string }
  const view = VIEWS.find((one) => one === asked) ?? 'all'
  const listed = useList('quizzes.list', { query: view === 'all' ? {} : { state: view } })
  const [problem, setProblem] = useState<Problem | null>(null)
  const columns = useColumns()
  const shown = problem ?? listed.problem
  const isFirst = view === 'all' && !listed.isLoading && listed.items.length === 0
  const add = mayWrite ? (
    <Button component={PageLink} to="/quizzes/new" variant="filled" leftSection={<Icon name="plus" />}>
      {t('quizzes.new')}
    </Button>
  ) : null
  return (
    <Page title={t('quizzes.title')} about={t('quizzes.about')} actions={isFirst ? null : add}>
      {shown ? (
        <ProblemNotice
          problem={shown}
          actions={listed.problem && !problem ? <TryAgain onClick={listed.tryAgain} /> : null}
        />
      ) : null}
      {isFirst ? null : (
        <Tabs
          label={t('quizzes.views')}
          tabs={VIEWS.map((name) => ({
            name,
            label: t(`quizzes.${name}`),
            to: '/quizzes',
            search: name === 'all' ? {} : { view: name },
          }))}
        />
      )}
      <DataTable
        label={t('quizzes.title')}
        columns={columns}
        rows={listed.items}
        keyOf={({ id }) => id}
        to={({ id }) => `/quizzes/${id}`}
        isLoading={listed.isLoading}
        more={listed.more}
        isLoadingMore={listed.isLoadingMore}
        {...(mayWrite ? { actions: (quiz: Quiz) => <QuizMenu quiz={quiz} onProblem={setProblem} /> } : {})}
        empty={
          shown ? null : isFirst ? (
            <Empty title={t('quizzes.empty.title')} action={add} example={<p>{t('quizzes.example')}</p>}>
              {t('quizzes.empty.text')}
            </Empty>
          ) : (
            <p className="muted">{t('quizzes.none')}</p>
          )
        }
      />
    </Page>
  )
}

function useColumns(): readonly Column<Quiz>[] {
  const { t } = useTranslation()
  const format = useFormat()
  const stateOf = useQuizState()
  return [
    { head: t('quizzes.fields.name'), onPhone: 'subject', cell: ({ name }) => name },
    {
      head: t('quizzes.questions'),
      onPhone: 'note',
      cell: ({ questions }) => t('quizzes.questionCount', { count: questions.length }),
    },
    {
      head: t('quizzes.fields.points'),
      onPhone: 'figure',
      isNumber: true,
      cell: ({ points }) => format.points(points),
    },
    {
      head: t('quizzes.fields.endsAt'),
      onPhone: 'hidden',
      cell: ({ endsAt }) =>
        endsAt ? format.endDate(endsAt) : <span className="faint">{t('quizzes.noEnd')}</span>,
    },
    {
      head: t('common.state'),
      onPhone: 'date',
      cell: (quiz) => {
        const { kind, text } = stateOf(quiz)
        return <Status kind={kind}>{text}</Status>
      },
    },
  ]
}
