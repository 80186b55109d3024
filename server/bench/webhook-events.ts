import pg from 'pg'

/** Events as the till writes them: the account is locked first, and record and event are of one transaction. */
export class EventWriter {
  readonly #client: pg.Client
  #recordId = Date.now() * 1_000
  /** Events written, by tenant. */
  readonly written = new Map<number, number>()

  constructor(client: pg.Client) {
    this.#client = client
  }

  static async connect(url: string): Promise<EventWriter> {
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => {})
    await client.connect()
    return new EventWriter(client)
  }

  close(): Promise<void> {
    return this.#client.end()
  }

  /** One event for each of these customers, who must be different ones. */
  async write(customers: readonly { tenantId: number; id: number }[]): Promise<void> {
    const tenants = customers.map(({ tenantId }) => tenantId)
    const ids = customers.map(({ id }) => id)
    const records = customers.map(() => {
      this.#recordId += 1
      return this.#recordId
    })
    const client = this.#client
    await client.query('begin')
    await client.query({
      name: 'lock',
      text: `update customer set event_sequence = event_sequence + 1, points_balance = points_balance + 1
        from unnest($1::bigint[], $2::bigint[]) as wanted (tenant_id, id)
        where customer.tenant_id = wanted.tenant_id and customer.id = wanted.id`,
      values: [tenants, ids],
    })
    await client.query({
      name: 'record',
      text: `insert into point_record (tenant_id, customer_id, id, type, points, cashback, recorded_at, available_at,
          is_live, remaining_points, remaining_cashback)
        select tenant_id, customer_id, id, 0, 1, 0, now(), now(), true, 1, 0
        from unnest($1::bigint[], $2::bigint[], $3::bigint[]) as wanted (tenant_id, customer_id, id)`,
      values: [tenants, ids, records],
    })
    await client.query({
      name: 'event',
      text: `insert into point_event (tenant_id, customer_id, sequence, topic, record_id, points, cashback,
          points_balance, cashback_balance, occurred_at)
        select customer.tenant_id, customer.id, event_sequence, 0, wanted.record_id, 1, 0, points_balance, 0,
          clock_timestamp()
        from unnest($1::bigint[], $2::bigint[], $3::bigint[]) as wanted (tenant_id, id, record_id)
        join customer on customer.tenant_id = wanted.tenant_id and customer.id = wanted.id`,
      values: [tenants, ids, records],
    })
    await client.query('commit')
    for (const tenantId of tenants) this.written.set(tenantId, (this.written.get(tenantId) ?? 0) + 1)
  }

  /** So many events a second, of random customers, for so long. */
  async writeSteadily(plan: {
    readonly perSecond: number
    readonly seconds: number
    readonly tenants: number
    readonly customersPerTenant: number
  }): Promise<void> {
    const startedAt = performance.now()
    let count = 0
    for (;;) {
      const elapsed = (performance.now() - startedAt) / 1_000
      if (elapsed >= plan.seconds) return
      const due = Math.min(200, Math.floor(elapsed * plan.perSecond) - count)
      if (due > 0) {
        const chosen = new Map<number, { tenantId: number; id: number }>()
        while (chosen.size < due) {
          const tenantId = 1 + Math.floor(Math.random() * plan.tenants)
          const id =
            (tenantId - 1) * plan.customersPerTenant + 1 + Math.floor(Math.random() * plan.customersPerTenant)
          chosen.set(id, { tenantId, id })
        }
        await this.write([...chosen.values()])
        count += due
      } else await new Promise((resolve) => setTimeout(resolve, 5))
    }
  }
}

/** Many events at once, as a backlog: so many for each customer of the first tenant, in their order. */
export async function writeBacklog(client: pg.Client, customers: number, perCustomer: number): Promise<void> {
  await client.query(
    `insert into point_record (tenant_id, customer_id, id, type, points, cashback, recorded_at, available_at, expires_at,
      is_live, remaining_points, remaining_cashback)
    select 1, customer, 2000000000 + (sequence - 1) * $1::int + customer, 0, 1, 0.05, now(), now(),
      now() + interval '1 year', true, 1, 0.05
    from generate_series(1, $2::int) as sequence, generate_series(1, $1::int) as customer`,
    [customers, perCustomer],
  )
  await client.query(
    `insert into point_event (tenant_id, customer_id, sequence, topic, record_id, points, cashback, points_balance,
      cashback_balance, occurred_at)
    select 1, customer, sequence, 0, 2000000000 + (sequence - 1) * $1::int + customer, 1, 0.05, sequence,
      sequence * 0.05, clock_timestamp()
    from generate_series(1, $2::int) as sequence, generate_series(1, $1::int) as customer
    order by sequence, customer`,
    [customers, perCustomer],
  )
}
