import { Agent, request } from 'node:http'

export interface Answer<Result> {
  readonly status: number
  /** Of a redemption. */
  readonly couponCode: string | undefined
  readonly externalCode: string | undefined
  readonly body: {
    readonly HasError: boolean
    readonly ErrorCode: number | null
    readonly ErrorMessage: string | null
    readonly Result: Result | null
  }
}

export interface JsonClient {
  /** Rejects when the connection fails before a whole answer has come. */
  post<Result>(baseUrl: string, path: string, body: object): Promise<Answer<Result>>
  send<Result>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: object): Promise<Answer<Result>>
  close(): void
}

/** Sends JSON over sockets that stay open. node:http, because global fetch made half as many requests a second. */
export function createJsonClient(authorization: string): JsonClient {
  const agent = new Agent({ keepAlive: true, maxSockets: 256 })
  const client: JsonClient = {
    post: (baseUrl, path, body) => client.send('POST', `${baseUrl}${path}`, body),
    send: (method, url, body) =>
      new Promise((resolve, reject) => {
        const bytes = body === undefined ? undefined : Buffer.from(JSON.stringify(body))
        const headers = bytes
          ? { authorization, 'content-type': 'application/json', 'content-length': bytes.length }
          : { authorization }
        const sent = request(url, { agent, method, headers }, (response) => {
          const chunks: Buffer[] = []
          response.on('data', (chunk: Buffer) => chunks.push(chunk))
          response.on('error', reject)
          response.on('end', () => {
            const text = Buffer.concat(chunks).toString()
            const header = (name: string) => response.headers[name] as string | undefined
            if (response.complete) {
              resolve({
                status: response.statusCode ?? 0,
                couponCode: header('punchcard-coupon-code'),
                externalCode: header('punchcard-external-code'),
                body: JSON.parse(text),
              })
            } else reject(new Error('the connection ended in the middle of an answer'))
          })
        })
        sent.on('error', reject)
        sent.end(bytes)
      }),
    close: () => agent.destroy(),
  }
  return client
}
