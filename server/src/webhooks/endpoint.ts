import type { TenantId } from '../contract/ids.ts'
import { type Refusal, refusal } from '../contract/refusal.ts'
import { TOPICS, type Topic } from '../events/event.ts'
import type { Instant } from '../platform/clock.ts'
import { problemOfUrl, type Reach } from './sending/address-guard.ts'

/** Something that the person at the command line or in the panel can put right. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError'
}

export const STATE = { active: 0, paused: 1, disabled: 2 } as const
export type EndpointState = keyof typeof STATE
export const STATES = Object.keys(STATE) as EndpointState[]

/** What a merchant says about an endpoint. */
export interface NewEndpoint {
  readonly url: string
  readonly topics: readonly string[]
  readonly description: string
  readonly headers: Readonly<Record<string, string>>
}

/** What is shown of one. Neither its secret nor the values of its headers are. */
export interface Endpoint {
  readonly tenantId: TenantId
  readonly id: number
  readonly url: string
  readonly topics: readonly Topic[]
  readonly description: string
  readonly headerNames: readonly string[]
  readonly state: EndpointState
  readonly stateReason: string | null
  readonly stateSince: Instant
  /** Until when the secret before the present one signs too. */
  readonly previousSecretUntil: Instant | null
  readonly failingSince: Instant | null
  /** When a success was last not kept; null: all of its attempts are. */
  readonly leftOutAt: Instant | null
  readonly createdAt: Instant
  /** Counts what a person or we have changed about it. */
  readonly version: number
}

export const ENDPOINTS_MAX = 20
const DESCRIPTION_MAX = 250
const HEADERS_MAX = 20
const HEADER_VALUE_MAX = 1_024
const HEADER_NAME = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/
const HEADER_VALUE = /^[\x20-\x7e]*$/
/** What we or the protocol say ourselves. */
const RESERVED_HEADER =
  /^(webhook-.*|punchcard-.*|content-.*|host|connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|expect|user-agent)$/i

/** Why an endpoint is not taken. */
export type EndpointReason =
  | 'topic-required'
  | 'topic-unknown'
  | 'url-invalid'
  | 'description-too-long'
  | 'header-invalid'

/** The first thing that is wrong with an endpoint to be; null when nothing is. */
export function problemOfEndpoint(endpoint: NewEndpoint, reach: Reach): Refusal<EndpointReason> | null {
  const { url, topics, description, headers } = endpoint
  if (topics.length === 0) {
    return refusal('topic-required', `Name at least one topic: ${TOPICS.join(', ')}.`, 'topics')
  }
  const unknown = topics.find((topic) => !TOPICS.includes(topic as Topic))
  if (unknown !== undefined) {
    const message = `There is no topic “${unknown}”: the topics are ${TOPICS.join(', ')}.`
    return refusal('topic-unknown', message, 'topics')
  }
  const wrongUrl = problemOfUrl(url, reach)
  if (wrongUrl !== null) return refusal('url-invalid', wrongUrl, 'url')
  if (description.length > DESCRIPTION_MAX) {
    const message = `The description must have at most ${DESCRIPTION_MAX} characters.`
    return refusal('description-too-long', message, 'description')
  }
  return problemOfHeaders(headers)
}

function problemOfHeaders(headers: Readonly<Record<string, string>>): Refusal<EndpointReason> | null {
  const names = Object.keys(headers)
  if (names.length > HEADERS_MAX) {
    return refusal('header-invalid', `There may be at most ${HEADERS_MAX} headers.`, 'headers')
  }
  for (const name of names) {
    if (!HEADER_NAME.test(name)) {
      return refusal('header-invalid', `“${name}” is no name of a header.`, 'headers')
    }
    if (RESERVED_HEADER.test(name)) {
      return refusal('header-invalid', `The header “${name}” is ours to set.`, 'headers')
    }
    const value = headers[name] ?? ''
    if (value.length > HEADER_VALUE_MAX || !HEADER_VALUE.test(value)) {
      const message = `The header “${name}” must have at most ${HEADER_VALUE_MAX} characters, all of them printable ASCII.`
      return refusal('header-invalid', message, 'headers')
    }
  }
  return null
}
