import { Button, Switch, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { DateTimeInput } from '../../components/form/DateTimeInput.tsx'
import { DecimalInput } from '../../components/form/DecimalInput.tsx'
import { FieldGroup, FieldRow, Fields } from '../../components/form/Form.tsx'
import { Icon } from '../../components/icon/Icon.tsx'
import { useFormat } from '../../format/use-format.ts'
import { PointsTerms } from './PointsTerms.tsx'
import { QuestionFields } from './QuestionFields.tsx'
import { NEW_QUESTION, type QuizFormState } from './quiz-values.ts'
import css from './quizzes.module.css'

interface QuizFormProps {
  readonly form: QuizFormState
  /** It has answers: then only texts, dates and the switch can change. */
  readonly isAnswered: boolean
}

export function QuizForm({ form, isAnswered }: QuizFormProps) {
  const { t } = useTranslation()
  const { zone } = useFormat()
  const { questions } = form.values
  return (
    <Fields>
      <TextInput label={t('quizzes.fields.name')} maxLength={250} {...form.getInputProps('name')} />
      <fieldset disabled={isAnswered}>
        <DecimalInput
          label={t('quizzes.fields.points')}
          description={t('quizzes.pointsAbout')}
          {...form.getInputProps('points')}
        />
      </fieldset>
      <PointsTerms />
      <Switch
        label={t('quizzes.fields.isActive')}
        {...form.getInputProps('isActive', { type: 'checkbox' })}
      />
      <FieldGroup title={t('quizzes.when')} about={t('common.clockOf', { zone })}>
        <FieldRow>
          <DateTimeInput
            label={t('quizzes.fields.startsAt')}
            isClearable
            {...form.getInputProps('startsAt')}
          />
          <DateTimeInput
            label={t('quizzes.fields.endsAt')}
            isClearable
            isEnd
            {...form.getInputProps('endsAt')}
          />
        </FieldRow>
      </FieldGroup>
      <FieldGroup title={t('quizzes.questions')}>
        <ol className={css.questions}>
          {questions.map((question, index) => (
            <QuestionFields
              // biome-ignore lint/suspicious/noArrayIndexKey: a question that is being written has nothing else
              key={index}
              form={form}
              question={question}
              index={index}
              count={questions.length}
              isAnswered={isAnswered}
            />
          ))}
        </ol>
        {isAnswered || questions.length >= 50 ? null : (
          <div>
            <Button
              size="xs"
              leftSection={<Icon name="plus" size={14} />}
              onClick={() => form.insertListItem('questions', NEW_QUESTION)}
            >
              {t('quizzes.addQuestion')}
            </Button>
          </div>
        )}
      </FieldGroup>
    </Fields>
  )
}
