import { readFileSync } from 'node:fs'
import { PRIVATE_EXAMPLES } from '../../src/http/reference/examples/private-api.ts'
import type { TestApi } from '../support/test-api.ts'

type Json = Record<string, unknown>

interface Schema {
  readonly required?: readonly string[]
  readonly items?: Schema
}

interface Documented {
  readonly operationId: string
  readonly method: string
  readonly path: string
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly example?: unknown }[]
  readonly body: { readonly schema: Schema; readonly example: unknown } | null
  readonly tellsSequence: boolean
}

const document = JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8'))
const OPERATIONS: readonly Documented[] = Object.entries(document.paths as Record<string, Json>).flatMap(
  ([path, methods]) =>
    Object.entries(methods).map(([method, described]) => {
      const {
        operationId,
        parameters = [],
        requestBody,
        responses,
      } = described as never as {
        operationId: string
        parameters?: Documented['parameters']
        requestBody?: { content: Record<string, NonNullable<Documented['body']>> }
        responses: Record<string, { headers: object }>
      }
      return {
        operationId,
        method: method.toUpperCase(),
        path,
        parameters,
        body: requestBody?.content['application/json'] ?? null,
        tellsSequence: 'Punchcard-Customer-Sequence' in (responses[200]?.headers ?? {}),
      }
    }),
)
/** Required of some only: a choice needs options, and a coupon either of two names of its customer. */
const DEPENDS: Readonly<Record<string, readonly string[]>> = {
  answerQuiz: ['OptionIds'],
  createCoupon: ['CustomerId'],
}
const ORDER = Object.keys(PRIVATE_EXAMPLES)

/** The requests that the reference of the private API shows, as a shop sends them. */
export class PrivateExamples {
  static readonly operations = [...OPERATIONS].sort(
    (a, b) => ORDER.indexOf(a.operationId) - ORDER.indexOf(b.operationId),
  )

  readonly #api: TestApi
  readonly #authorization: string
  readonly #answers: Record<string, Json> = {}

  private constructor(api: TestApi, authorization: string) {
    this.#api = api
    this.#authorization = authorization
  }

  static async open(api: TestApi, authorization: string): Promise<PrivateExamples> {
    return new PrivateExamples(api, authorization)
  }

  async send(operationId: string) {
    const documented = this.#documented(operationId)
    const { answer, headers } = await this.#request(documented, this.#bodyOf(documented))
    this.#answers[operationId] = answer
    return { answer, headers, tellsSequence: documented.tellsSequence }
  }

  /** Members of the body whose absence the operation refuses, by trying each. */
  async requiredOf(operationId: string): Promise<string[]> {
    const documented = this.#documented(operationId)
    const body = this.#bodyOf(documented)
    const whole = Array.isArray(body) ? body[0] : body
    if (isBulk(documented) || typeof whole !== 'object' || whole === null) return []
    const required: string[] = []
    for (const name of Object.keys(whole)) {
      const { [name]: _, ...rest } = whole as Json
      const { answer } = await this.#request(documented, Array.isArray(body) ? [rest] : rest)
      if (isAbout(answer, name) && !DEPENDS[operationId]?.includes(name)) required.push(name)
    }
    return required.sort()
  }

  documentedAsRequired(operationId: string): string[] {
    const documented = this.#documented(operationId)
    if (isBulk(documented)) return []
    const schema = documented.body?.schema
    return [...((schema?.items ?? schema)?.required ?? [])].sort()
  }

  #documented(operationId: string): Documented {
    const found = OPERATIONS.find((operation) => operation.operationId === operationId)
    if (!found) throw new Error(`there is no operation ${operationId}`)
    return found
  }

  async #request({ operationId, method, path, parameters }: Documented, payload: unknown) {
    const query = new URLSearchParams()
    let url = path
    for (const { name, in: place, example } of parameters) {
      if (example === undefined) continue
      if (place === 'path')
        url = url.replace(`{${name}}`, encodeURIComponent(this.#idOf(operationId, example)))
      else query.append(name, String(example))
    }
    const response = await this.#api.send({
      method: method as 'GET',
      url: `${url}${query.size > 0 ? `?${query}` : ''}`,
      headers: { authorization: this.#authorization },
      ...(payload === undefined ? {} : { payload: payload as object }),
    })
    if (response.statusCode !== 200)
      throw new Error(`${operationId}: ${response.statusCode} ${response.body}`)
    return { answer: response.json() as Json, headers: response.headers }
  }

  /** What the server gave out in place of what the reference shows. */
  #idOf(operationId: string, example: unknown): string {
    const of = (name: string) => this.#answers[name] as never as { Items: Json[]; Result: Json }
    switch (operationId) {
      case 'getRewardConfiguration':
      case 'redeemReward':
      case 'redeemRewardAtTill':
        return String(of('listRewardConfigurations').Items[0]?.Id)
      case 'getRedeemedReward':
        return String(of('updateRewardMetadata').Result.RewardId)
      case 'cancelReward':
        return String(of('redeemRewardAtTill').Result.RewardId ?? of('redeemRewardAtTill').Result.Id)
      case 'grantObjective':
        return String(of('listObjectives').Items.find(({ Type }) => Type === 5)?.Id)
      default:
        return String(example)
    }
  }

  #bodyOf({ operationId, body }: Documented): unknown {
    if (operationId === 'referFriend') {
      const { Result } = this.#answers.getCustomerReferral as { Result: { ReferralCode: string } }
      return { ...(body?.example as Json), ReferralCode: Result.ReferralCode }
    }
    if (operationId !== 'answerQuiz' || !body) return body?.example
    const { Result } = this.#answers.listQuizzes as {
      Result: { QuestionList: { Id: number; Options: { Id: number }[] }[] }[]
    }
    const [quiz] = Result
    return (body.example as Json[]).map((answer, index) => {
      const question = quiz?.QuestionList[index]
      const options = answer.OptionIds as unknown[] | null
      return {
        ...answer,
        QuizQuestionId: question?.Id,
        OptionIds: options && question?.Options.slice(0, options.length).map(({ Id }) => Id),
      }
    })
  }
}

/** Its items are those of the operation on one. */
function isBulk({ path }: Documented): boolean {
  return path.endsWith('/bulk')
}

/** Whether an answer refuses because of a member; a message begins with its name. */
function isAbout(answer: Json, name: string): boolean {
  if (answer.HasError !== true) return false
  const { ErrorMessage, ErrorMessages } = answer as { ErrorMessage?: string; ErrorMessages?: string[] }
  const message = ErrorMessage || (ErrorMessages?.[0] ?? '').replace(/^\d+ \w+: /, '')
  return message.startsWith(`${name} `) || message.includes(`.${name} `)
}
