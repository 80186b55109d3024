/** The load in a process of its own, as a merchant's backends are. Started by `startLoad`. */
import { getRequest, type LoadOptions, mergeLoads, postRequest, runLoad } from './load.ts'
import type { OrderLoad, ReadLoad, RedemptionLoad } from './loads.ts'
import { orderBody } from './order-body.ts'

process.once('message', async (load: OrderLoad | ReadLoad | RedemptionLoad) => {
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
  }
}

function loadOn(load: OrderLoad, port: number, portIndex: number): LoadOptions {
  let count = 0
  const { authorizations, customersPerTenant } = load
  return {
    port,
    connections: Math.ceil(load.connections / load.ports.length),
    seconds: load.seconds,
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
      body.includes('"HasError":false}') || (load.refusedPerMille > 0 && body.includes('"ErrorCode":99')),
  }
}
