import { type LookupAddress, type LookupOptions, lookup as systemLookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { buildConnector } from 'undici'
import { ForbiddenAddressError, isForbiddenTo, literalOf, type Reach } from './address-guard.ts'

const CONNECT_TIMEOUT_MS = 5_000

/**
 * Makes connections, and only to addresses that may be reached. The addresses that were checked are the ones
 * that are connected to: nothing resolves the name a second time, so a name that changes its answer in between
 * gains nothing.
 */
export function guardedConnector(reach: Reach): buildConnector.connector {
  const connectorOf = (isPlain: boolean) =>
    buildConnector({
      timeout: CONNECT_TIMEOUT_MS,
      lookup: guardedLookup(reach, isPlain),
      keepAlive: true,
      maxCachedSessions: 0,
    })
  const [encrypted, plain] = [connectorOf(false), connectorOf(true)]
  return (options, callback) => {
    const isPlain = options.protocol === 'http:'
    const connect = isPlain ? plain : encrypted
    // A literal address is never looked up, so it is checked here.
    const literal = literalOf(options.hostname)
    if (literal !== null && isForbiddenTo(literal, reach, isPlain)) {
      process.nextTick(callback, new ForbiddenAddressError(`${literal} is no public address`), null)
      return
    }
    connect(options, callback)
  }
}

function guardedLookup(reach: Reach, isPlain: boolean): LookupFunction {
  return (hostname, options, callback) => {
    const wanted: LookupOptions & { all: true } = { ...options, all: true }
    systemLookup(hostname, wanted, (error, addresses: LookupAddress[]) => {
      if (error) {
        callback(error, '')
        return
      }
      const forbidden = addresses.find(({ address }) => isForbiddenTo(address, reach, isPlain))
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
