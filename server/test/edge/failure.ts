import { expect } from 'vitest'

/** What all answers of the edge have in common, however they were received. */
export interface EdgeAnswer {
  readonly statusCode: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: string
}

/** Thirteen random characters of the process, then a count. */
export const REQUEST_ID = /^[0-9A-Za-z]{13}-[0-9a-z]+$/

/** An answer of the edge to the last member: status, Envelope B, request id, nothing for browsers. */
export function expectFailure(
  answer: EdgeAnswer,
  statusCode: number,
  message: string | RegExp,
  errorCode: number | null = null,
): void {
  expect({ statusCode: answer.statusCode, body: JSON.parse(answer.body) }).toStrictEqual({
    statusCode,
    body: {
      ErrorMessage: typeof message === 'string' ? message : expect.stringMatching(message),
      ErrorCode: errorCode,
      Result: null,
      HasError: true,
    },
  })
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(answer.headers['punchcard-request-id']).toMatch(REQUEST_ID)
  expectNothingForBrowsers(answer)
}

export function expectNothingForBrowsers({ headers }: EdgeAnswer): void {
  expect(Object.keys(headers).filter((name) => name.toLowerCase().startsWith('access-control-'))).toEqual([])
}
