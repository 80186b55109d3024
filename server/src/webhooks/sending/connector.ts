import { type LookupAddress, type LookupOptions, lookup as systemLookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { buildConnector } from 'undici'
import { ForbiddenAddressError, isForbiddenAddress, literalOf, type Reach } from './address-guard.ts'

const CONNECT_TIMEOUT_MS = 5_000

/**
 * Makes connections, and only to addresses that may be reached. The addresses that were checked are the ones
 * that are connected to: nothing resolves the name a second time, so a name that changes its answer in between
 * gains nothing.
 */
export function guardedConnector(reach: Reach): buildConnector.connector {
  const connect = buildConnector({
    timeout: CONNECT_TIMEOUT_MS,
    lookup: guardedLookup(reach),
    keepAlive: true,
    maxCachedSessions: 0,
  })
  return (options, callback) => {
    // A literal address is never looked up, so it is checked here.
    const literal = literalOf(options.hostname)
    if (literal !== null && isForbiddenAddress(literal, reach)) {
      process.nextTick(callback, new ForbiddenAddressError(`${literal} is no public address`), null)
      return
    }
    connect(options, callback)
  }
}

function guardedLookup(reach: Reach): LookupFunction {
  return (hostname, options, callback) => {
    const wanted: LookupOptions & { all: true } = { ...options, all: true }
    systemLookup(hostname, wanted, (error, addresses: LookupAddress[]) => {
      if (error) {
        callback(error, '')
        return
      }
      const forbidden = addresses.find(({ address }) => isForbiddenAddress(address, reach))
      const [first] = addresses
      // One forbidden address forbids the whole name: a name with both kinds of address is no accident.
      if (forbidden || !first) {
        const reason = forbidden ? `${hostname} is at ${forbidden.address}, no public address` : 'no address'
        callback(new ForbiddenAddressError(reason), '')
      } else if (options.all) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
  }
}
