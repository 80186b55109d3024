import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useChange } from '../../api/hooks.ts'
import { UnsavedGuard } from '../../components/editing/UnsavedGuard.tsx'
import { useEditing } from '../../components/editing/use-editing.ts'
import { Form } from '../../components/form/Form.tsx'
import { Page, WithSide } from '../../components/layout/Page.tsx'
import { PageLink, usePageAddress } from '../../components/link/PageLink.tsx'
import { ProblemNotice } from '../../components/notice/Notice.tsx'
import { QuizForm } from './QuizForm.tsx'
import { QuizPreview } from './QuizPreview.tsx'
import { bodyOf, NEW_QUIZ } from './quiz-values.ts'

export default function NewQuizPage() {
  const { t } = useTranslation()
  const create = useChange('quizzes.create')
  const navigate = useNavigate()
  const address = usePageAddress()
  const editing = useEditing({
    first: { values: NEW_QUIZ, etag: null },
    fields: null,
    async save(values) {
      const outcome = await create({ body: bodyOf(values) })
      if (outcome.isDone) {
        await navigate({ to: address(`/quizzes/${outcome.answer.id}`), replace: true, ignoreBlocker: true })
      }
      return outcome
    },
    reread: async () => null,
  })
  return (
    <Page title={t('quizzes.new')} back={<PageLink to="/quizzes">{t('quizzes.title')}</PageLink>}>
      <WithSide side={<QuizPreview values={editing.form.values} />}>
        {editing.problem ? <ProblemNotice problem={editing.problem} /> : null}
        <Form
          onSubmit={() => void editing.submit()}
          actions={
            <Button type="submit" variant="filled" loading={editing.isBusy}>
              {t('quizzes.create')}
            </Button>
          }
        >
          <QuizForm form={editing.form} isAnswered={false} />
        </Form>
      </WithSide>
      <UnsavedGuard isDirty={editing.isDirty} />
    </Page>
  )
}
