/** The load in a process of its own, as a merchant's backends are. Started by `startLoad`. */
import { browserRequest, getRequest, type LoadOptions, mergeLoads, postRequest, runLoad } from './load.ts'
import type {
  AnyLoad,
  BalanceLoad,
  ListLoad,
  OrderLoad,
  ReadLoad,
  RedemptionLoad,
  RequestLoad,
  VisitorLoad,
} from './loads.ts'
import { orderBody } from './order-body.ts'

process.once('message', async (load: AnyLoad) => {
  if ('requestPort' in load) {
    process.send?.(await runLoad(requestsOn(load)))
    return
  }
  if ('visitorPort' in load) {
    process.send?.(await runLoad(visitsOn(load)))
    return
  }
  if ('listPort' in load) {
    process.send?.(await runLoad(listsOn(load)))
    return
  }
  if ('balancePort' in load) {
    process.send?.(await runLoad(balancesOn(load)))
    return
  }
  if ('merchants' in load) {
    process.send?.(await runLoad(redemptionsOn(load)))
    return
  }
  if ('port' in load) {
    process.send?.(await runLoad(readsOn(load)))
    return
  }
  const results = await Promise.all(load.ports.map((port, index) => runLoad(loadOn(load, port, index))))
  process.send?.(mergeLoads(results))
})

function requestsOn({ requestPort: port, requests, status, ...load }: RequestLoad): LoadOptions {
  const octets = requests.map((request) => Buffer.from(request))
  const nothing = Buffer.alloc(0)
  let count = 0
  return {
    ...{ ...load, port, statuses: [status] },
    nextRequest() {
      count += 1
      return octets[count % octets.length] ?? nothing
    },
  }
}

function readsOn({ port, connections, seconds, authorizations }: ReadLoad): LoadOptions {
  const requests = authorizations.map((header) =>
    getRequest('/v1/pvt/RewardConfigurations?IsActive=true', header),
  )
  const nothing = Buffer.alloc(0)
  return {
    port,
    connections,
    seconds,
    nextRequest: () => requests[Math.floor(Math.random() * requests.length)] ?? nothing,
    isGood: (body) => body.includes('"TotalItemCount":5'),
  }
}

/** A tenth makes tokens, six tenths read a balance, and the rest are strangers. What is too much is refused. */
function visitsOn(load: VisitorLoad): LoadOptions {
  const { visitorPort: port, connections, seconds, perSecond, slug, authorization, tokens, strangers } = load
  const mints = tokens.map((_, index) =>
    postRequest('/v1/pvt/Token', authorization, `{"CustomerId":"c${index + 1}","Include":["me"]}`),
  )
  const reads = tokens.map((token) => browserRequest('/v1/pub/me', '198.51.100.1', token))
  const visits = Array.from({ length: strangers }, (_, index) =>
    browserRequest(`/v1/pub/shops/${slug}?lang=en`, `203.0.113.${index + 1}`, null),
  )
  const nothing = Buffer.alloc(0)
  let count = 0
  return {
    ...{ port, connections, seconds, perSecond },
    statuses: [200, 429, 503],
    nextRequest() {
      count += 1
      const place = count % 10
      const kind = place === 0 ? mints : place <= 6 ? reads : visits
      return kind[Math.floor(Math.random() * kind.length)] ?? nothing
    },
  }
}

/** Merchants in turn: so many that none has a second list before the first is answered. */
function listsOn(load: ListLoad): LoadOptions {
  const { listPort: port, connections, seconds, authorizations, customersPerTenant, items, run } = load
  let count = 0
  return {
    port,
    connections,
    seconds,
    nextRequest() {
      count += 1
      const orders = Array.from({ length: items }, (_, index) => {
        const customer = 1 + Math.floor(Math.random() * customersPerTenant)
        return orderBody(`${run}-${count}-${index}`, `c${customer}`, Math.floor(Math.random() * 20_000))
      })
      const authorization = authorizations[count % authorizations.length] ?? ''
      return postRequest('/v1/pvt/Order/bulk', authorization, `[${orders.join(',')}]`)
    },
    isGood: (body) => body.includes('"FailedCount":0'),
  }
}

function balancesOn({
  balancePort: port,
  connections,
  seconds,
  authorizations,
  readers,
}: BalanceLoad): LoadOptions {
  const requests = authorizations.flatMap((header) =>
    Array.from({ length: readers }, (_, index) =>
      getRequest(`/v1/pvt/Customer/r${index + 1}/points`, header),
    ),
  )
  const nothing = Buffer.alloc(0)
  return {
    port,
    connections,
    seconds,
    nextRequest: () => requests[Math.floor(Math.random() * requests.length)] ?? nothing,
    isGood: (body) => body.includes('"CustomerExists":true'),
  }
}

/** As redemptions.lua: each another customer's. */
function redemptionsOn({ port, connections, seconds, merchants, buyers, run }: RedemptionLoad): LoadOptions {
  const parsed = merchants.map((merchant) => {
    const [reward = '', ...header] = merchant.split(' ')
    return { path: `/v1/pvt/RewardConfigurations/${reward}/redeem`, header: header.join(' ') }
  })
  let count = Math.floor(Math.random() * parsed.length * buyers)
  return {
    port,
    connections,
    seconds,
    nextRequest() {
      count += 1
      const { path = '', header = '' } = parsed[count % parsed.length] ?? {}
      const customer = (Math.floor(count / parsed.length) % buyers) + 1
      return postRequest(path, header, `{"CustomerId":"r${customer}","OriginalKey":"${run}-${count}"}`)
    },
    isGood: (body) => body.includes('"TotalItemCount":1'),
  }
}

function loadOn(load: OrderLoad, port: number, portIndex: number): LoadOptions {
  let count = 0
  const { authorizations, customersPerTenant } = load
  return {
    port,
    connections: Math.ceil(load.connections / load.ports.length),
    seconds: load.seconds,
    ...(load.perSecond === undefined ? {} : { perSecond: load.perSecond / load.ports.length }),
    nextRequest() {
      count += 1
      const tenant = load.isHot ? 0 : Math.floor(Math.random() * authorizations.length)
      const customer = load.isHot ? 1 : 1 + Math.floor(Math.random() * customersPerTenant)
      const isRefused = load.refusedPerMille > 0 && Math.random() * 1_000 < load.refusedPerMille
      // Every tenant has an order `taken` of its customer c1: anyone else's order with that id is refused.
      const orderId = isRefused ? 'taken' : `${load.run}-${portIndex}-${count}`
      const customerId = isRefused ? 'c2' : `c${customer}`
      const body = orderBody(orderId, customerId, Math.floor(Math.random() * 20_000))
      return postRequest('/v1/pvt/POS/orders', authorizations[tenant] ?? '', body)
    },
    isGood: (body) =>
      body.includes('"HasError":false') || (load.refusedPerMille > 0 && body.includes('"ErrorCode":99')),
  }
}
