import { Ajv, type AnySchema, type ErrorObject } from 'ajv'
import { decimalFromNumber } from '../../platform/decimal.ts'
import { refusal } from '../refusal.ts'
import { DECIMAL, isStorable, NEEDED, STORABLE } from '../schema.ts'
import type { ApiRefusal, ErrorName } from './errors.ts'

/** The body is an array where the operation takes an object, or the like: HTTP 400. */
export class WrongKindError extends Error {
  override readonly name = 'WrongKindError'
  readonly statusCode = 400
}

/** A member of the body is wrong: the operation's own refusal, HTTP 200. */
export class WrongMemberError extends Error {
  override readonly name = 'WrongMemberError'
  readonly problem: MemberProblem
  constructor(problem: MemberProblem) {
    super(problem.message)
    this.problem = problem
  }
}

interface MemberProblem {
  readonly kind: 'type' | 'range' | 'unknown'
  readonly field: string
  readonly message: string
}

export function createBodyValidator(sharedSchemas: AnySchema[]): Ajv {
  // Our schemas are made by typed code. Checking each against the meta-schema would cost 0.2 s at every start.
  const ajv = new Ajv({ allowUnionTypes: true, verbose: true, meta: false, validateSchema: false })
  // Dates are read by the operation, which knows the tenant's time zone; here the format only documents.
  ajv.addFormat('date-time', true)
  ajv.addFormat(STORABLE, isStorable)
  ajv.addKeyword({
    keyword: DECIMAL,
    type: 'number',
    validate: (_schema: unknown, value: number) => decimalFromNumber(value) !== null,
    errors: false,
  })
  ajv.addKeyword(NEEDED)
  return ajv.addSchema(sharedSchemas)
}

/** The validator stops at the first error, so there is only one. */
export function errorFromValidation(
  error: ErrorObject,
  basicKind: string,
): WrongKindError | WrongMemberError {
  if (error.instancePath === '' && error.keyword === 'type') {
    return new WrongKindError(`The body must be a JSON ${basicKind}.`)
  }
  return new WrongMemberError(memberProblem(error))
}

export function refusalOfMember(problem: MemberProblem, wrongType: ErrorName): ApiRefusal {
  const name = problem.kind === 'range' ? 'Genaral_LengthLimitExceeded' : wrongType
  return refusal(name, problem.message, problem.field)
}

function memberProblem(error: ErrorObject): MemberProblem {
  const field = fieldName(error.instancePath)
  const subject = field === '' ? 'The body' : field
  const range = (text: string): MemberProblem => ({ kind: 'range', field, message: `${subject} ${text}` })
  const type = (text: string): MemberProblem => ({ kind: 'type', field, message: `${subject} ${text}` })
  switch (error.keyword) {
    case 'additionalProperties': {
      const name = String(error.params.additionalProperty)
      const path = field === '' ? name : `${field}.${name}`
      return { kind: 'unknown', field: path, message: `${path} is not a member of this body: remove it.` }
    }
    case 'maxLength':
      return range(`is too long: at most ${error.params.limit} characters are allowed.`)
    case 'maxItems':
      return range(`has too many items: at most ${error.params.limit} are allowed.`)
    case 'minimum':
    case 'maximum':
      return range(`is out of range: it must be ${error.params.comparison} ${error.params.limit}.`)
    case DECIMAL:
      return range('must be below 100000000000 and have at most 4 decimals.')
    case 'format':
      return type('contains a character that cannot be stored (NUL or half of a surrogate pair).')
    case 'type': {
      const allowed: string[] = [error.params.type].flat()
      // JSON has no infinity: this is a number such as 1e400 that no double can hold.
      const isInfinite = typeof error.data === 'number' && !Number.isFinite(error.data)
      if (isInfinite && (allowed.includes('number') || allowed.includes('integer'))) {
        return range('is too large.')
      }
      return type(`must be of type ${allowed.join(' or ')}.`)
    }
    default:
      return type(error.message ?? 'is not valid.')
  }
}

/** `/Products/3/ProductPrice` as a developer writes it: `Products[3].ProductPrice`. */
function fieldName(instancePath: string): string {
  return instancePath
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((part, index) => (/^\d+$/.test(part) ? `[${part}]` : index === 0 ? part : `.${part}`))
    .join('')
}
