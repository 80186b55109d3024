import { ActionIcon, Menu } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Problem } from '../../api/problems.ts'
import { Icon } from '../../components/icon/Icon.tsx'
import type { Quiz } from './quiz-values.ts'
import { useQuizActions } from './use-quiz-actions.ts'

interface QuizMenuProps {
  readonly quiz: Quiz
  readonly onProblem: (problem: Problem | null) => void
}

export function QuizMenu({ quiz, onProblem }: QuizMenuProps) {
  const { t } = useTranslation()
  const actions = useQuizActions(onProblem)
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={t('common.moreAbout', { name: quiz.name })}>
          <Icon name="dots" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => void actions.duplicate(quiz)}>{t('quizzes.duplicate')}</Menu.Item>
        {quiz.archivedAt ? (
          <Menu.Item onClick={() => void actions.unarchive(quiz)}>{t('quizzes.unarchive')}</Menu.Item>
        ) : (
          <Menu.Item onClick={() => void actions.archive(quiz)}>{t('quizzes.archive')}</Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
