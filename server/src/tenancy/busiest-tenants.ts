import { Counter, type Registry } from 'prom-client'
import type { TenantId } from '../contract/ids.ts'
import type { Metrics } from '../platform/metrics.ts'

/** So many merchants have lines of their own: a server with thousands of them must not have thousands of lines. */
const SHOWN_MAX = 100

export interface BusiestOptions {
  readonly name: string
  readonly help: string
  /** What the amounts of a merchant are told apart by; it has few values. */
  readonly label: string
}

/**
 * Counts by merchant, and shows those with most since the process began. Each figure only ever grows, also where its
 * merchant is not shown for a while, so that `rate` is right.
 */
export class BusiestTenants {
  readonly #amounts = new Map<number, Map<string, number>>()

  constructor(registry: Registry, { name, help, label }: BusiestOptions) {
    const busiest = (): [number, Map<string, number>][] => this.#busiest()
    new Counter({
      name,
      help,
      labelNames: ['tenant', label],
      registers: [registry],
      collect() {
        this.reset()
        for (const [tenant, amounts] of busiest()) {
          for (const [value, amount] of amounts) this.inc({ tenant: String(tenant), [label]: value }, amount)
        }
      },
    })
  }

  add(tenantId: TenantId, value: string, amount = 1): void {
    let amounts = this.#amounts.get(tenantId)
    if (!amounts) {
      amounts = new Map()
      this.#amounts.set(tenantId, amounts)
    }
    amounts.set(value, (amounts.get(value) ?? 0) + amount)
  }

  #busiest(): [number, Map<string, number>][] {
    const total = (amounts: Map<string, number>): number =>
      amounts.values().reduce((sum, amount) => sum + amount, 0)
    return [...this.#amounts].sort(([, a], [, b]) => total(b) - total(a)).slice(0, SHOWN_MAX)
  }
}

const CLASSES = ['none', '1xx', '2xx', '3xx', '4xx', '5xx']

/** Of the private API, where every request that logged in is a merchant's. */
export function measureTenantRequests({ registry }: Metrics) {
  const requests = new BusiestTenants(registry, {
    name: 'punchcard_tenant_requests_total',
    help: 'Requests by merchant and class of status, of the busiest 100',
    label: 'status',
  })
  const seconds = new BusiestTenants(registry, {
    name: 'punchcard_tenant_request_seconds_total',
    help: 'Time that requests took, by merchant and status, of the 100 with most of it',
    label: 'status',
  })
  const refusals = new BusiestTenants(registry, {
    name: 'punchcard_tenant_refusals_total',
    help: 'Requests that an operation refused (HTTP 200 with HasError), by merchant, of the 100 with most',
    label: 'operation',
  })
  return {
    requestOf(tenantId: TenantId, statusCode: number, took: number): void {
      const status = CLASSES[Math.floor(statusCode / 100)] ?? 'none'
      requests.add(tenantId, status)
      seconds.add(tenantId, status, took)
    },
    refusalOf: (tenantId: TenantId, operation: string): void => refusals.add(tenantId, operation),
  }
}
