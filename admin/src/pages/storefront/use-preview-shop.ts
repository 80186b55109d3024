import type { Locale } from '../../../../server/src/contract/locale.ts'
import type { Answer } from '../../api/client.ts'
import { useRead } from '../../api/hooks.ts'
import { useMembership } from '../../api/session.tsx'
import type { PreviewShop } from '../../preview/message.ts'
import { serverOfShops } from './address.ts'

type Storefront = Answer<'storefront.get'>

/** What of the storefront is being changed and not saved yet. */
type Changed = Partial<Pick<Storefront, 'programName' | 'appearance' | 'switches' | 'words'>> & {
  /** Missing: that of the merchant's customers. */
  readonly language?: Locale
}

/** The shop as customers would meet it with these changes; null while it is still read. */
export function usePreviewShop(storefront: Storefront, changed: Changed): PreviewShop | null {
  const { tenant } = useMembership()
  const texts = useRead('storefront.texts', {}, { isWordless: true }).data?.answer.items
  const settings = useRead('settings.get', {}, { isWordless: true }).data?.answer
  const program = useRead('program.get', {}).data?.answer
  if (!texts || !settings || !program) return null
  const {
    programName,
    appearance,
    switches,
    words,
    language = settings.locale,
  } = {
    ...storefront,
    ...changed,
  }
  const { logo } = storefront
  return {
    name: tenant.name,
    programName: programName || tenant.name,
    language,
    currency: settings.currency,
    timeZone: settings.timeZone,
    pointsName: settings.pointsName[language],
    cashback: program.current?.program.cashback.isOn ?? true,
    appearance: {
      ...appearance,
      logo: logo?.url ? serverOfShops() + logo.url : null,
      logoSize: logo && { width: logo.width, height: logo.height },
    },
    switches,
    texts: Object.fromEntries(
      texts.map(({ key, usual }) => [key, words[key]?.[language] ?? usual[language]]),
    ),
  }
}
