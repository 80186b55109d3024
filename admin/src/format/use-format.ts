import { createContext, useContext, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { createFormat, type Format } from './format.ts'

export interface Customs {
  readonly currency: string
  readonly timeZone: string
}

/** The merchant's; outside of a merchant's pages the device's zone. */
export const CustomsContext = createContext<Customs>({
  currency: 'USD',
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
})

export function useFormat(): Format {
  const { currency, timeZone } = useContext(CustomsContext)
  const { language } = useTranslation().i18n
  return useMemo(() => createFormat({ language, currency, timeZone }), [language, currency, timeZone])
}
