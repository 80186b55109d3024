import { useTranslation } from 'react-i18next'
import { type SettingsChange, settingsChanges } from './settings-changes.ts'

type Members = Readonly<Record<string, unknown>> | null

/** A change of the settings as a sentence: “switched matching of customers off”; null: there is nothing to tell. */
export function useSettingsWords(): (before: Members, after: Members) => string | null {
  const { t, i18n } = useTranslation()
  const nameOf = (member: string): string => {
    const key = `audit.settings.members.${member}`
    return i18n.exists(key) ? t(key as 'audit.settings.members.name') : member
  }
  const sentenceOf = ({ member, before, after }: SettingsChange): string => {
    const what = nameOf(member)
    if (typeof after === 'boolean') return t(`audit.settings.${after ? 'on' : 'off'}`, { what })
    const [was, is] = [textOf(before), textOf(after)]
    if (was === null || is === null) {
      return is === null
        ? t('audit.settings.removed', { what })
        : t('audit.settings.set', { what, after: is })
    }
    return t('audit.settings.changed', { what, before: was, after: is })
  }
  return (before, after) => {
    const changes = settingsChanges(before, after)
    return changes.length === 0 ? null : changes.map(sentenceOf).join('; ')
  }
}

/** null: it is not set. A group of texts, such as the name of the points, is told by its texts. */
function textOf(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null
  if (Array.isArray(value)) return value.length === 0 ? null : value.map(String).join(', ')
  if (typeof value === 'object') return Object.values(value).map(textOf).filter(Boolean).join(', ') || null
  return String(value)
}
