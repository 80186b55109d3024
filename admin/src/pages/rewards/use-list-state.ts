import { useTranslation } from 'react-i18next'
import type { Answer } from '../../api/client.ts'
import type { StatusKind } from '../../components/status/Status.tsx'

/** Whether a list has codes to give. */
export function useListState(): (list: Answer<'couponLists.change'>) => { kind: StatusKind; text: string } {
  const { t } = useTranslation()
  return ({ archivedAt, codes, left, warnBelow }) => {
    if (archivedAt) return { kind: 'off', text: t('couponLists.state.archived') }
    if (codes === 0) return { kind: 'off', text: t('couponLists.state.empty') }
    if (left === 0) return { kind: 'bad', text: t('couponLists.state.out') }
    if (warnBelow !== null && left < warnBelow) return { kind: 'bad', text: t('couponLists.state.low') }
    return { kind: 'well', text: t('couponLists.state.well') }
  }
}
