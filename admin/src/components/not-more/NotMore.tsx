import { useTranslation } from 'react-i18next'
import css from './not-more.module.css'

interface NotMoreProps {
  readonly lines: readonly { readonly ruleId: number; readonly name: string; readonly sentence: string }[]
  /** It is unfolded at first: nothing was earned. */
  readonly isOpen: boolean
}

/** The other half of “why these points?”: each rule that gave nothing or took something, with its reason. */
export function NotMore({ lines, isOpen }: NotMoreProps) {
  const { t } = useTranslation()
  if (lines.length === 0) return null
  return (
    <details className={css.notMore} open={isOpen}>
      <summary>{t('common.notMore')}</summary>
      <ul>
        {lines.map(({ ruleId, name, sentence }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a rule may have several lines, and they never move
          <li key={index}>
            {name && sentence.includes(name) ? (
              capitalized(sentence)
            ) : (
              <>
                {name || `#${ruleId}`}
                <small>{sentence}</small>
              </>
            )}
          </li>
        ))}
      </ul>
    </details>
  )
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
