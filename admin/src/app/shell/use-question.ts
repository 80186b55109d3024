import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { answerWith } from '../../api/confirmation.ts'
import type { Problem } from '../../api/problems.ts'

/** What a refused request waits for, asked in a dialog of the shell: one field, and the answer to who waits. */
export function useQuestion(wanted: Parameters<typeof answerWith>[0], open: () => void) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const waiting = useRef<((isGiven: boolean) => void) | null>(null)
  const clear = (): void => {
    setTyped('')
    setError(null)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: the state is set, never read
  useEffect(
    () =>
      answerWith(
        wanted,
        () =>
          new Promise((resolve) => {
            waiting.current = resolve
            clear()
            open()
          }),
      ),
    [],
  )

  return {
    typed,
    isBusy,
    clear,
    field: {
      value: typed,
      onChange: (event: React.ChangeEvent<HTMLInputElement>) => setTyped(event.currentTarget.value),
      error,
      'data-autofocus': true,
    },
    async sending<Outcome>(request: Promise<Outcome>): Promise<Outcome> {
      setBusy(true)
      try {
        return await request
      } finally {
        setBusy(false)
      }
    },
    refuse: ({ detail, title }: Problem) => setError(detail || title || t('common.offline.title')),
    answer(isGiven: boolean): void {
      waiting.current?.(isGiven)
      waiting.current = null
    },
  }
}
