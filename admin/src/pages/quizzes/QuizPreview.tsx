import { useTranslation } from 'react-i18next'
import type { QuizValues } from './quiz-values.ts'
import css from './quizzes.module.css'

/** The quiz as a customer reads it; changes as one types. */
export function QuizPreview({ values }: { readonly values: QuizValues }) {
  const { t } = useTranslation()
  return (
    <>
      <h2 className={css.sideTitle}>{t('quizzes.preview')}</h2>
      <div className={css.phone}>
        <b>{values.name || t('quizzes.fields.name')}</b>
        <ol>
          {values.questions.map(({ text, type, options }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: as in the form
            <li key={index}>
              <p>{text || t('quizzes.question', { number: index + 1 })}</p>
              {type === 'openText' ? (
                <div className={css.writing} />
              ) : (
                <ul>
                  {options.map((option, place) => (
                    <li
                      // biome-ignore lint/suspicious/noArrayIndexKey: as in the form
                      key={place}
                      className={type === 'severalChoices' ? `${css.choice} ${css.several}` : css.choice}
                    >
                      <i aria-hidden="true" />
                      {option || t('quizzes.option', { number: place + 1 })}
                    </li>
                  ))}
                </ul>
              )}
            </li>
          ))}
        </ol>
      </div>
    </>
  )
}
