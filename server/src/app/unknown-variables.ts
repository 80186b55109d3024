import { editDistance } from '../platform/edit-distance.ts'
import type { Environment } from './settings.ts'

const OURS = 'PUNCHCARD_'
/** Of tests, and of a shop's side, which may run on the same machine: docs/reference/configuration.md names them. */
const ELSEWHERE = /^PUNCHCARD_(TEST_.*|URL|TOKEN|KEY|WEBHOOK_SECRET|IMAGE|MEMORY|DOMAIN)$/
/** Kubernetes tells every container about a service that is called punchcard. */
const OF_KUBERNETES = /_(SERVICE_HOST|SERVICE_PORT(_\w+)?|PORT_\d+_(TCP|UDP)(_\w+)?)$/
const ADDRESS_OF_KUBERNETES = /^(tcp|udp):\/\//

/** A sentence for each variable that looks like one of ours and that nothing reads: a slip of the pen, or an old name. */
export function tellUnknownVariables(environment: Environment, known: readonly string[]): string[] {
  return Object.entries(environment)
    .filter(([name, value]) => name.startsWith(OURS) && isMeant(name, value) && !known.includes(name))
    .map(([name]) => {
      const nearest = nearestTo(name, known)
      const hint = nearest ? `Is ${nearest} meant?` : 'docs/reference/configuration.md lists those there are.'
      return `${name} is not a variable of Punchcard and has no effect. ${hint}`
    })
    .sort()
}

function isMeant(name: string, value: string | undefined): boolean {
  if (value === undefined || value.trim() === '' || ELSEWHERE.test(name)) return false
  return !OF_KUBERNETES.test(name) && !ADDRESS_OF_KUBERNETES.test(value)
}

/** With at most a third of its letters wrong; undefined: none is near. */
function nearestTo(name: string, known: readonly string[]): string | undefined {
  const bound = Math.floor((name.length - OURS.length) / 3)
  return known
    .filter((one) => one.startsWith(OURS))
    .map((one) => ({ one, distance: editDistance(name, one) }))
    .filter(({ distance }) => distance <= bound)
    .toSorted((a, b) => a.distance - b.distance)[0]?.one
}
