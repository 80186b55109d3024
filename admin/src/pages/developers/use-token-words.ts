import { useTranslation } from 'react-i18next'
import { areaOf, type Permission, verbOf } from './service-token.ts'

/** Permissions in words. One that is newer than this page is shown as it is called. */
export function useTokenWords(): {
  readonly area: (name: string) => string
  readonly verb: (permission: Permission) => string
  readonly areasOf: (permissions: readonly Permission[]) => string
} {
  const { t, i18n } = useTranslation()
  const words = (key: string, fallback: string): string =>
    i18n.exists(key) ? t(key as 'tokens.areas.program') : fallback
  const area = (name: string): string => words(`tokens.areas.${name}`, name)
  return {
    area,
    verb: (permission) => words(`tokens.verbs.${verbOf(permission)}`, verbOf(permission)),
    areasOf: (permissions) => [...new Set(permissions.map(areaOf))].map(area).join(', '),
  }
}
