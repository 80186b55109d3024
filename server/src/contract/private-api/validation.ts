import { Ajv, type AnySchema, type ErrorObject, type ValidateFunction } from 'ajv'
import { decimalFromNumber } from '../../platform/decimal.ts'
import { refusal } from '../refusal.ts'
import { DECIMAL, isStorable, NEEDED, STORABLE } from '../schema.ts'
import type { ApiRefusal, ErrorName } from './errors.ts'
import { misspelling } from './known-members.ts'

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
  readonly kind: 'type' | 'range' | 'unknown' | 'misspelled'
  readonly field: string
  readonly message: string
}

/** Schemas are constants: a process that starts several servers, as tests do, compiles each of them once. */
const compiled = new WeakMap<object, ValidateFunction>()

export function bodyCompiler(sharedSchemas: AnySchema[]) {
  let ajv: Ajv | undefined
  return <Body>(schema: object): ValidateFunction<Body> => {
    let validate = compiled.get(schema)
    if (!validate) {
      ajv ??= createAjv(sharedSchemas)
      validate = ajv.compile(schema)
      compiled.set(schema, validate)
    }
    return validate as ValidateFunction<Body>
  }
}

function createAjv(sharedSchemas: AnySchema[]): Ajv {
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

const ERROR_OF_KIND: Readonly<Partial<Record<MemberProblem['kind'], ErrorName>>> = {
  range: 'Genaral_LengthLimitExceeded',
  misspelled: 'General_FieldCannotBeDefault',
}

export function refusalOfMember(problem: MemberProblem, wrongType: ErrorName): ApiRefusal {
  return refusal(ERROR_OF_KIND[problem.kind] ?? wrongType, problem.message, problem.field)
}

function memberProblem(error: ErrorObject): MemberProblem {
  const field = fieldName(error.instancePath)
  const subject = field === '' ? 'The body' : field
  const range = (text: string): MemberProblem => ({ kind: 'range', field, message: `${subject} ${text}` })
  const type = (text: string): MemberProblem => ({ kind: 'type', field, message: `${subject} ${text}` })
  switch (error.keyword) {
    case 'additionalProperties': {
      const name = String(error.params.additionalProperty)
      const meant = nameThatIsMeant(error.parentSchema, name)
      if (meant !== undefined) {
        const { message, field: misspelled = name } = misspelling(name, meant, field)
        return { kind: 'misspelled', field: misspelled, message }
      }
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
      return type(
        `must be of type ${allowed.join(' or ')}${adviceOn(error.data, allowed, error.parentSchema)}.`,
      )
    }
    default:
      return type(error.message ?? 'is not valid.')
  }
}

/** What to send instead, for what beginners mix up. */
function adviceOn(sent: unknown, allowed: readonly string[], schema: AnySchema | undefined): string {
  const { format } = (schema ?? {}) as { format?: string }
  if (format === 'date-time') return ': send a date like 2026-01-31T12:00:00Z, in quotes'
  if (typeof sent === 'number' && allowed.includes('string')) return ': send it in quotes'
  if (typeof sent === 'string' && (allowed.includes('number') || allowed.includes('integer'))) {
    return ': send it without quotes, with a point before the decimals'
  }
  return allowed.includes('boolean') ? ': send true or false, without quotes' : ''
}

function nameThatIsMeant(schema: AnySchema | undefined, name: string): string | undefined {
  const { properties = {} } = (schema ?? {}) as { properties?: object }
  const lower = name.toLowerCase()
  return Object.keys(properties).find((known) => known.toLowerCase() === lower)
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
