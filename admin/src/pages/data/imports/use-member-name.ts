import { useTranslation } from 'react-i18next'
import type { imports } from '../../../locales/en/imports.ts'

type Known = keyof (typeof imports)['members']

/** What a column can be, in words; what this panel does not know yet, by its name in the API. */
export function useMemberName(): (member: string) => string {
  const { t, i18n } = useTranslation()
  return (member) =>
    i18n.exists(`imports.members.${member}`) ? t(`imports.members.${member as Known}`) : member
}
