import { ActionIcon, Button, Select, Textarea, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { FieldRow } from '../../components/form/Form.tsx'
import { WholeInput } from '../../components/form/WholeInput.tsx'
import { Icon } from '../../components/icon/Icon.tsx'
import { QUESTION_TYPES, type QuestionValues, type QuizFormState } from './quiz-values.ts'
import css from './quizzes.module.css'

const OPTIONS_MAX = 10
const OPTIONS_MIN = 2

interface QuestionFieldsProps {
  readonly form: QuizFormState
  readonly question: QuestionValues
  readonly index: number
  readonly count: number
  readonly isAnswered: boolean
}

export function QuestionFields({ form, question, index, count, isAnswered }: QuestionFieldsProps) {
  const { t } = useTranslation()
  const at = `questions.${index}`
  const number = index + 1
  return (
    <li className={css.question}>
      <header className={css.head}>
        <b>{t('quizzes.question', { number })}</b>
        {isAnswered ? null : <QuestionActions form={form} index={index} count={count} />}
      </header>
      <Textarea
        label={t('quizzes.fields.text')}
        autosize
        minRows={1}
        maxRows={4}
        maxLength={4000}
        {...form.getInputProps(`${at}.text`)}
      />
      <fieldset disabled={isAnswered}>
        <Select
          label={t('quizzes.fields.type')}
          data={QUESTION_TYPES.map((value) => ({ value, label: t(`quizzes.types.${value}`) }))}
          allowDeselect={false}
          {...form.getInputProps(`${at}.type`)}
        />
      </fieldset>
      {question.type === 'openText' ? null : (
        <Options form={form} question={question} index={index} isAnswered={isAnswered} />
      )}
      {question.type === 'severalChoices' ? (
        <fieldset disabled={isAnswered}>
          <FieldRow>
            <WholeInput
              label={t('quizzes.fields.optionsMin')}
              placeholder="1"
              {...form.getInputProps(`${at}.optionsMin`)}
            />
            <WholeInput
              label={t('quizzes.fields.optionsMax')}
              placeholder={t('quizzes.allOptions')}
              {...form.getInputProps(`${at}.optionsMax`)}
            />
          </FieldRow>
        </fieldset>
      ) : null}
    </li>
  )
}

function QuestionActions(props: Pick<QuestionFieldsProps, 'form' | 'index' | 'count'>) {
  const { form, index, count } = props
  const { t } = useTranslation()
  const move = (to: number): void => form.reorderListItem('questions', { from: index, to })
  return (
    <span className={css.actions}>
      <ActionIcon
        aria-label={t('quizzes.moveUp', { number: index + 1 })}
        disabled={index === 0}
        onClick={() => move(index - 1)}
      >
        <Icon name="up" />
      </ActionIcon>
      <ActionIcon
        aria-label={t('quizzes.moveDown', { number: index + 1 })}
        disabled={index === count - 1}
        onClick={() => move(index + 1)}
      >
        <Icon name="down" />
      </ActionIcon>
      <ActionIcon
        aria-label={t('quizzes.removeQuestion', { number: index + 1 })}
        disabled={count === 1}
        onClick={() => form.removeListItem('questions', index)}
      >
        <Icon name="x" />
      </ActionIcon>
    </span>
  )
}

function Options(props: Omit<QuestionFieldsProps, 'count'>) {
  const { form, question, index, isAnswered } = props
  const { t } = useTranslation()
  const at = `questions.${index}.options`
  return (
    <fieldset className={css.options}>
      <legend>{t('quizzes.options')}</legend>
      {question.options.map((_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an option that is being written has nothing else
        <div key={place} className={css.option}>
          <TextInput
            aria-label={t('quizzes.option', { number: place + 1 })}
            placeholder={t('quizzes.option', { number: place + 1 })}
            maxLength={250}
            {...form.getInputProps(`${at}.${place}`)}
          />
          {isAnswered ? null : (
            <ActionIcon
              aria-label={t('quizzes.removeOption', { number: place + 1 })}
              disabled={question.options.length <= OPTIONS_MIN}
              onClick={() => form.removeListItem(at, place)}
            >
              <Icon name="x" />
            </ActionIcon>
          )}
        </div>
      ))}
      {form.errors[at] ? <p className="fail small">{form.errors[at]}</p> : null}
      {isAnswered || question.options.length >= OPTIONS_MAX ? null : (
        <Button size="xs" variant="subtle" onClick={() => form.insertListItem(at, '')}>
          {t('quizzes.addOption')}
        </Button>
      )}
    </fieldset>
  )
}
