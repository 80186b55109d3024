import { useTranslation } from 'react-i18next'
import { useFormat } from '../../format/use-format.ts'
import { lastsFor } from './time-left.ts'

export function Expires({ at }: { readonly at: string }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { unit, count } = lastsFor(at, new Date())
  return <span title={format.moment(at)}>{t(`data.expires.${unit}`, { count })}</span>
}
