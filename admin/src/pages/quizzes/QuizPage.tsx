import { Button } from '@mantine/core'
import { useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Answered, call } from '../../api/client.ts'
import { useChange, useRead } from '../../api/hooks.ts'
import type { Problem } from '../../api/problems.ts'
import { useMay } from '../../api/session.tsx'
import { useTenant } from '../../api/tenant.ts'
import type { Member } from '../../components/editing/ChangedDialog.tsx'
import { EditingForm } from '../../components/editing/EditingForm.tsx'
import { useEditing } from '../../components/editing/use-editing.ts'
import { Page, WithSide } from '../../components/layout/Page.tsx'
import { PageLink } from '../../components/link/PageLink.tsx'
import { ProblemNotice, TryAgain } from '../../components/notice/Notice.tsx'
import { SkeletonRows } from '../../components/skeleton/Skeleton.tsx'
import { Status } from '../../components/status/Status.tsx'
import { Tabs } from '../../components/tabs/Tabs.tsx'
import { useFormat } from '../../format/use-format.ts'
import { QuizForm } from './QuizForm.tsx'
import { QuizMenu } from './QuizMenu.tsx'
import { QuizPreview } from './QuizPreview.tsx'
import { QuizResults } from './QuizResults.tsx'
import { bodyOf, type QuizValues, valuesOf } from './quiz-values.ts'
import { useQuizState } from './quiz-words.ts'
import css from './quizzes.module.css'
import { useQuizActions } from './use-quiz-actions.ts'

export default function QuizPage() {
  const { t } = useTranslation()
  const { id } = useParams({ strict: false }) as { id: string }
  const { view } = useSearch({ strict: false }) as { view?: string }
  const found = useRead('quizzes.get', { params: { id: Number(id) } })
  const mayWrite = useMay('quizzes.write')
  const stateOf = useQuizState()
  const [problem, setProblem] = useState<Problem | null>(null)
  const quiz = found.data?.answer
  const state = quiz ? stateOf(quiz) : null
  const shown = problem ?? found.error?.problem
  const current = view === 'results' ? 'results' : 'questions'
  return (
    <Page
      title={quiz?.name ?? t('quizzes.title')}
      about={state ? <Status kind={state.kind}>{state.text}</Status> : null}
      back={<PageLink to="/quizzes">{t('quizzes.title')}</PageLink>}
      actions={quiz && mayWrite ? <QuizMenu quiz={quiz} onProblem={setProblem} /> : null}
    >
      {shown ? (
        <ProblemNotice
          problem={shown}
          actions={found.error && !problem ? <TryAgain onClick={() => void found.refetch()} /> : null}
        />
      ) : null}
      {found.isPending ? <SkeletonRows count={8} height={56} /> : null}
      {quiz ? (
        <Tabs
          label={t('quizzes.parts')}
          tabs={[
            { name: 'questions', label: t('quizzes.questions'), to: `/quizzes/${id}` },
            {
              name: 'results',
              label: t('quizzes.results'),
              to: `/quizzes/${id}`,
              search: { view: 'results' },
            },
          ]}
        />
      ) : null}
      {quiz && current === 'results' ? <QuizResults quiz={quiz} /> : null}
      {found.data && current === 'questions' ? (
        <Editor key={id} first={found.data} onProblem={setProblem} />
      ) : null}
    </Page>
  )
}

interface EditorProps {
  readonly first: Answered<'quizzes.get'>
  readonly onProblem: (problem: Problem | null) => void
}

function Editor({ first, onProblem }: EditorProps) {
  const { t } = useTranslation()
  const tenant = useTenant()
  const mayWrite = useMay('quizzes.write')
  const replace = useChange('quizzes.replace')
  const actions = useQuizActions(onProblem)
  const quiz = first.answer
  const params = { id: quiz.id }
  const editing = useEditing({
    first: { values: valuesOf(quiz), etag: first.etag },
    fields: null,
    save: (values, etag) => replace({ params, etag, body: bodyOf(values) }),
    async reread() {
      const theirs = await call('quizzes.get', tenant, { params })
      return { values: valuesOf(theirs.answer), etag: theirs.etag }
    },
  })
  const members = useMembers()
  return (
    <WithSide side={<QuizPreview values={editing.form.values} />}>
      {quiz.isAnswered && mayWrite ? (
        <div className={css.locked}>
          <p>{t('quizzes.isAnswered')}</p>
          <Button size="xs" onClick={() => void actions.duplicate(quiz)}>
            {t('quizzes.duplicate')}
          </Button>
        </div>
      ) : null}
      <EditingForm editing={editing} members={members} mayWrite={mayWrite} label={t('quizzes.save')}>
        <QuizForm form={editing.form} isAnswered={quiz.isAnswered} />
      </EditingForm>
    </WithSide>
  )
}

function useMembers(): readonly Member<QuizValues>[] {
  const { t } = useTranslation()
  const format = useFormat()
  const moment = (value: string | null): string => (value ? format.moment(value) : '')
  return [
    { path: 'name', label: t('quizzes.fields.name'), show: ({ name }) => name },
    { path: 'points', label: t('quizzes.fields.points'), show: ({ points }) => points },
    {
      path: 'isActive',
      label: t('quizzes.fields.isActive'),
      show: ({ isActive }) => (isActive ? t('common.yes') : t('common.no')),
    },
    { path: 'startsAt', label: t('quizzes.fields.startsAt'), show: ({ startsAt }) => moment(startsAt) },
    {
      path: 'endsAt',
      label: t('quizzes.fields.endsAt'),
      show: ({ endsAt }) => (endsAt ? format.end(endsAt) : ''),
    },
    {
      path: 'questions',
      label: t('quizzes.questions'),
      show: ({ questions }) =>
        questions
          .map(({ text, options }, index) => `${index + 1}. ${[text, ...options].join(' · ')}`)
          .join(' '),
    },
  ]
}
