import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

export const PER_SECOND = 200

/** A merchant's backend: it keeps its connections, and tries nothing again. */
export class SteadyClient {
  readonly failures: string[] = []
  sent = 0
  #isStopped = false
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 50, scheduling: 'fifo' })
  readonly #url: string
  readonly #authorization: string

  constructor(url: string, authorization: string) {
    this.#url = url
    this.#authorization = authorization
  }

  isAnswered(): Promise<boolean> {
    return this.#send(0).then(
      () => true,
      () => false,
    )
  }

  stop(): void {
    this.#isStopped = true
  }

  async sendUntilStopped(): Promise<void> {
    const answers: Promise<void>[] = []
    const startedAt = performance.now()
    while (!this.#isStopped) {
      const due = ((performance.now() - startedAt) / 1_000) * PER_SECOND
      for (; this.sent < due; this.sent += 1) {
        answers.push(this.#send(this.sent).catch((error: Error) => void this.failures.push(error.message)))
      }
      await sleep(5)
    }
    await Promise.all(answers)
    this.#agent.destroy()
  }

  /** Every other one writes. */
  #send(number: number): Promise<void> {
    const isWrite = number % 2 === 1
    const body = JSON.stringify({ OriginalId: `p-${number % 100}`, Title: `T ${number}` })
    const path = isWrite ? `/v1/pvt/Product/p-${number % 100}` : '/v1/pvt/RewardConfigurations'
    return new Promise((resolve, reject) => {
      const sent = request(this.#url + path, {
        agent: this.#agent,
        method: isWrite ? 'PUT' : 'GET',
        headers: { authorization: this.#authorization, 'content-type': 'application/json' },
      })
      sent.on('error', reject)
      sent.on('response', (response) => {
        response.resume()
        response.on('error', reject)
        response.on('end', () => {
          if (response.statusCode === 200) resolve()
          else reject(new Error(`${response.statusCode}`))
        })
      })
      sent.end(isWrite ? body : undefined)
    })
  }
}
