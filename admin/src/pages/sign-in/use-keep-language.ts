import { useChange } from '../../api/hooks.ts'
import { takeChosenOutside } from '../../locales/i18n.ts'

/** Right after signing in: the language that was chosen at the door becomes the person's own. */
export function useKeepLanguage(): () => Promise<void> {
  const updateMe = useChange('me.update')
  return async () => {
    const locale = takeChosenOutside()
    // Refused, the person reads the language that they had before.
    if (locale !== null) await updateMe({ body: { locale } })
  }
}
