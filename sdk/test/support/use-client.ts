import type { AddressInfo } from 'node:net'
import { beforeAll } from 'vitest'
import type { ProgramToPublish, Shop } from '../../../server/test/support/shop.ts'
import { useShops } from '../../../server/test/support/use-shops.ts'
import { Punchcard, type PunchcardOptions } from '../../src/punchcard.ts'

/**
 * A server that listens, and clients of merchants at it. After each test the ledgers of the merchants verify, and
 * every record is explained.
 */
export function useClients() {
  const shops = useShops()
  let url = ''
  beforeAll(async () => {
    await shops.api.server.listen({ host: '127.0.0.1', port: 0 })
    url = `http://127.0.0.1:${(shops.api.server.server.address() as AddressInfo).port}`
  })
  return {
    get url() {
      return url
    },
    get api() {
      return shops.api
    },
    get reader() {
      return shops.reader
    },
    async open(published?: ProgramToPublish): Promise<Shop> {
      return shops.open(published)
    },
    clientOf({ key }: Shop, options: Partial<PunchcardOptions> = {}): Punchcard {
      return new Punchcard({ url, token: key.token, key: key.secret, ...options })
    },
  }
}
