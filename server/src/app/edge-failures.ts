import type { FastifyError, FastifyRequest } from 'fastify'
import { HeldUpError } from '../accounts/till/side-lane.ts'
import { EdgeError, unavailable } from '../contract/edge-error.ts'
import { ProgramTooNewError } from '../earning/format.ts'
import { PROGRAM_TOO_NEW } from '../earning/texts.ts'
import { BatcherFullError } from '../platform/batcher.ts'
import { OutcomeUnknownError } from '../platform/postgres/database.ts'
import { isUnavailable } from '../platform/postgres/failures.ts'
import { UnknownCellError } from '../tenancy/cells.ts'

/** JSON line by line. */
export const NDJSON = 'application/x-ndjson'
export const PATH_PART_MAX = 4_096

/** Whether a route takes JSON line by line too. */
interface RouteOfFailure {
  readonly routeOptions: {
    readonly bodyLimit: FastifyRequest['routeOptions']['bodyLimit']
    readonly config: { readonly takesLines?: boolean }
  }
}

/** What any failure is at the edge: a status, and a text for the sender of the request. */
export function toEdgeError(error: FastifyError, { routeOptions }: RouteOfFailure): EdgeError {
  if (error instanceof EdgeError) return error
  if (error instanceof BatcherFullError) {
    return unavailable('The server is overloaded: send the request again in a moment.')
  }
  if (error instanceof UnknownCellError) {
    return unavailable('Your data is at a place that this server does not know yet: send the request again.')
  }
  if (error instanceof ProgramTooNewError) return unavailable(PROGRAM_TOO_NEW.en)
  if (error instanceof OutcomeUnknownError) {
    return unavailable('The outcome is unknown: send the same request again, nothing is counted twice.')
  }
  if (error instanceof HeldUpError) {
    return unavailable('Another transaction holds what this request changes: send it again in a moment.')
  }
  const statusCode = error.statusCode ?? 500
  const isOfRequest = statusCode >= 400 && statusCode < 500
  // A sender who hangs up is an ECONNRESET too, which Fastify marks with a status; the database does not.
  if (!isOfRequest && isUnavailable(error)) {
    return unavailable('The database cannot be reached: send the request again.')
  }
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new EdgeError(413, `The body is larger than ${routeOptions.bodyLimit} bytes.`)
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE': {
      const lines = routeOptions.config.takesLines ? ` or ${NDJSON}` : ''
      return new EdgeError(415, `The body must be sent with Content-Type: application/json${lines}.`)
    }
    case 'FST_ERR_BAD_URL':
      return new EdgeError(400, 'The path is not valid percent-encoding.')
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return new EdgeError(414, `The path has a part of more than ${PATH_PART_MAX} characters.`)
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return new EdgeError(400, 'The body is not as long as its Content-Length says.')
  }
  if (isOfRequest) return new EdgeError(statusCode, error.message)
  return new EdgeError(500, 'Something went wrong on our side. Quote the request id when you ask.')
}
