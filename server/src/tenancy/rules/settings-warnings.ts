import { type LocalizedText, localized } from '../../contract/locale.ts'
import type { Inactivity, TenantSettings } from '../tenant.ts'

/** A likely mistake in the settings; it doesn't block saving them. */
export interface SettingsWarning {
  /** JSON pointer within the settings. */
  readonly pointer: string
  /** For code. */
  readonly name: string
  readonly message: LocalizedText
}

/** What Québec asks for (P-40.1, r. 3, s. 79.6.3). */
const LEAST_MONTHS = 12
const NOTICE_DAYS = { least: 30, most: 60 }

export function warningsOfSettings({ inactivity }: TenantSettings): SettingsWarning[] {
  return inactivity && isShort(inactivity)
    ? [{ pointer: '/inactivity', name: 'shortInactivity', message: SHORT_INACTIVITY }]
    : []
}

function isShort({ months, noticeDays }: Inactivity): boolean {
  return months < LEAST_MONTHS || noticeDays < NOTICE_DAYS.least || noticeDays > NOTICE_DAYS.most
}

const SHORT_INACTIVITY = localized(
  'Not allowed in Québec: there, points may expire only after at least 12 months without activity, with a notice 30 to 60 days before.',
  'Não permitido no Québec: lá, os pontos só podem expirar depois de pelo menos 12 meses sem atividade, com um aviso de 30 a 60 dias antes.',
  'No permitido en Quebec: allí los puntos solo pueden vencer después de al menos 12 meses sin actividad, con un aviso de 30 a 60 días antes.',
)
