import type { AdminApi } from '../../people/admin-api/api.ts'
import { type Clock, type Instant, instantToText } from '../../platform/clock.ts'
import { isCurrent } from '../head.ts'
import { type FiguresState, readFiguresState } from '../state.ts'
import { type FiguresStateShown, getFigures } from './state-schema.ts'

/** Figures follow the log by the server's clock, also those of a sandbox whose clock was moved. */
export function figuresStateRoutes(api: AdminApi, clock: Clock): void {
  api.read(getFigures, 'cell', async (tx, { tenant }) => ({
    answer: presentFigures(await readFiguresState(tx, tenant.id), clock()),
  }))
}

function presentFigures(found: FiguresState, now: Instant): FiguresStateShown {
  const { heads, missingSince, percent, verification } = found
  const isRead = heads.some(isCurrent)
  const asOf = Math.min(now, missingSince ?? now)
  return {
    state: isRead ? (percent === null ? 'current' : 'recounting') : 'counting',
    percent,
    asOf: isRead ? instantToText(asOf) : null,
    lagSeconds: isRead ? Math.floor((now - asOf) / 1_000) : null,
    verification: verification && {
      verifiedAt: instantToText(verification.verifiedAt),
      differences: verification.differences,
      differsSince: verification.differsSince === null ? null : instantToText(verification.differsSince),
    },
  }
}
