import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import type { TSchema } from 'typebox'
import { decimalFromNumber } from '../platform/decimal.ts'
import type { FieldProblem } from './field-problem.ts'
import { type LocalizedText, localized } from './locale.ts'
import { ERRORS_MAX } from './problem.ts'
import { DECIMAL, DECIMAL_TEXT, isStorable, MOMENT, STORABLE } from './schema.ts'

const DECIMAL_PATTERN = /^-?\d{1,11}(\.\d{1,4})?$/
const MOMENT_PATTERN = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/

function isMoment(text: string): boolean {
  return MOMENT_PATTERN.test(text) && !Number.isNaN(Date.parse(text))
}

function createAjv({ allErrors, coerceTypes }: { allErrors: boolean; coerceTypes: boolean }): Ajv {
  const ajv = new Ajv({
    allErrors,
    allowUnionTypes: true,
    coerceTypes,
    useDefaults: true,
    discriminator: true,
    meta: false,
    validateSchema: false,
    strict: false,
  })
  ajv.addFormat(STORABLE, isStorable)
  ajv.addFormat(DECIMAL_TEXT, DECIMAL_PATTERN)
  ajv.addFormat(MOMENT, { type: 'string', validate: isMoment })
  ajv.addFormat('date', /^\d{4}-\d{2}-\d{2}$/)
  ajv.addKeyword({
    keyword: DECIMAL,
    type: 'number',
    validate: (_schema: unknown, value: number) => decimalFromNumber(value) !== null,
    errors: false,
  })
  return ajv
}

/** Parameters of path and query arrive as text. */
const CHECKS = {
  body: {
    first: createAjv({ allErrors: false, coerceTypes: false }),
    all: createAjv({ allErrors: true, coerceTypes: false }),
  },
  parameters: {
    first: createAjv({ allErrors: false, coerceTypes: true }),
    all: createAjv({ allErrors: true, coerceTypes: true }),
  },
} as const

/** Of a larger value that is wrong only the first error is told: to find all of them costs up to 50 µs per value. */
const VALUES_MAX = 2_000

/** Tells what is wrong with a value; the value of a path or a query is turned into the types of its schema. */
export type Validate = (value: unknown) => readonly FieldProblem[]

export function validatorOf(schema: TSchema, part: 'body' | 'parameters'): Validate {
  // Compiled when first needed: compiling all of them would cost every start.
  let first: ValidateFunction | undefined
  let all: ValidateFunction | undefined
  return (value) => {
    first ??= CHECKS[part].first.compile(schema)
    if (first(value)) return []
    const firstErrors = first.errors ?? []
    if (countValues(value, VALUES_MAX) > VALUES_MAX) return problemsOf(firstErrors)
    all ??= CHECKS[part].all.compile(schema)
    return problemsOf(all(value) ? firstErrors : (all.errors ?? []))
  }
}

/** How many values there are in a value, itself included; it stops counting above `max`. */
function countValues(value: unknown, max: number): number {
  if (typeof value !== 'object' || value === null) return 1
  let count = 1
  for (const member in value) {
    count += countValues((value as Record<string, unknown>)[member], max - count)
    if (count > max) return count
  }
  return count
}

/**
 * At most one more than is told, each once. The branches of a union say nothing that a person can use beside the error
 * of the union itself. Never empty: an empty list would let the value pass.
 */
function problemsOf(errors: readonly ErrorObject[]): FieldProblem[] {
  const unions = new Set(errors.filter(isOfUnion).map(placeOf))
  const found = new Map<string, FieldProblem>()
  for (const error of errors) {
    if (isOfBranch(error, unions)) continue
    const problem = { pointer: pointerOf(error), message: messageOf(error) }
    found.set(`${problem.pointer} ${problem.message.en}`, problem)
    if (found.size > ERRORS_MAX) break
  }
  if (found.size > 0) return [...found.values()]
  return errors.slice(0, 1).map((error) => ({ pointer: pointerOf(error), message: messageOf(error) }))
}

function isOfUnion({ keyword }: ErrorObject): boolean {
  return keyword === 'anyOf' || keyword === 'oneOf'
}

function placeOf({ instancePath, schemaPath }: Pick<ErrorObject, 'instancePath' | 'schemaPath'>): string {
  return `${schemaPath} ${instancePath}`
}

/** Whether it comes from within a union that failed too, at the same value or at one around it. */
function isOfBranch({ instancePath, schemaPath }: ErrorObject, unions: ReadonlySet<string>): boolean {
  if (unions.size === 0) return false
  return [...schemaPath.matchAll(/\/(?:anyOf|oneOf)(?=\/)/g)].some(({ index, 0: { length } }) => {
    const union = schemaPath.slice(0, index + length)
    for (let around = instancePath; ; around = around.slice(0, around.lastIndexOf('/'))) {
      if (unions.has(placeOf({ schemaPath: union, instancePath: around }))) return true
      if (around === '') return false
    }
  })
}

function pointerOf({ instancePath, keyword, params }: ErrorObject): string {
  const member: unknown =
    keyword === 'required'
      ? params.missingProperty
      : keyword === 'additionalProperties'
        ? params.additionalProperty
        : null
  return member === null
    ? instancePath
    : `${instancePath}/${String(member).replaceAll('~', '~0').replaceAll('/', '~1')}`
}

/** What is wrong, one text per keyword of JSON Schema. */
function messageOf({ keyword, params, message }: ErrorObject): LocalizedText {
  const { limit } = params as { limit?: number }
  switch (keyword) {
    case 'required':
      return localized('This is needed.', 'Isto é necessário.', 'Esto es necesario.')
    case 'additionalProperties':
      return localized(
        'There is no such member here: remove it.',
        'Não há este campo aqui: remova-o.',
        'No existe este campo aquí: quítelo.',
      )
    case 'maxLength':
      return localized(
        `At most ${limit} characters.`,
        `No máximo ${limit} caracteres.`,
        `Como máximo ${limit} caracteres.`,
      )
    case 'minLength':
      return limit === 1
        ? localized('This must not be empty.', 'Isto não pode ficar vazio.', 'Esto no puede quedar vacío.')
        : localized(
            `At least ${limit} characters.`,
            `No mínimo ${limit} caracteres.`,
            `Como mínimo ${limit} caracteres.`,
          )
    case 'maxItems':
      return localized(
        `At most ${limit} entries.`,
        `No máximo ${limit} itens.`,
        `Como máximo ${limit} elementos.`,
      )
    case 'minItems':
      return localized(
        `At least ${limit} entries.`,
        `No mínimo ${limit} itens.`,
        `Como mínimo ${limit} elementos.`,
      )
    case 'uniqueItems':
      return localized(
        'An entry is there twice.',
        'Um item aparece duas vezes.',
        'Un elemento aparece dos veces.',
      )
    case 'maximum':
      return localized(`At most ${limit}.`, `No máximo ${limit}.`, `Como máximo ${limit}.`)
    case 'minimum':
      return localized(`At least ${limit}.`, `No mínimo ${limit}.`, `Como mínimo ${limit}.`)
    case 'enum': {
      const allowed = (params.allowedValues as unknown[]).join(', ')
      return localized(`One of: ${allowed}.`, `Um destes: ${allowed}.`, `Uno de estos: ${allowed}.`)
    }
    case 'const': {
      const only = String(params.allowedValue)
      return localized(
        `Only “${only}” is possible.`,
        `Só “${only}” é possível.`,
        `Solo “${only}” es posible.`,
      )
    }
    case 'type': {
      const types = [params.type].flat().join(' / ')
      return localized(
        `This must be of type ${types}.`,
        `Isto deve ser do tipo ${types}.`,
        `Esto debe ser del tipo ${types}.`,
      )
    }
    case 'format':
      return messageOfFormat(String(params.format))
    case 'pattern':
      return localized(
        'This is not written in the way that is expected here.',
        'Isto não está escrito da forma esperada aqui.',
        'Esto no está escrito de la forma esperada aquí.',
      )
    case DECIMAL:
      return messageOfFormat(DECIMAL_TEXT)
    default:
      return localized(
        `This is not valid: ${message ?? keyword}.`,
        `Isto não é válido: ${message ?? keyword}.`,
        `Esto no es válido: ${message ?? keyword}.`,
      )
  }
}

function messageOfFormat(format: string): LocalizedText {
  switch (format) {
    case DECIMAL_TEXT:
      return localized(
        'A decimal as text, like "120.5": at most 11 digits before the point and 4 behind it.',
        'Um decimal em texto, como "120.5": até 11 dígitos antes do ponto e 4 depois.',
        'Un decimal como texto, como "120.5": hasta 11 dígitos antes del punto y 4 después.',
      )
    case MOMENT:
      return localized(
        'A moment like 2026-12-01T03:00:00Z.',
        'Um momento como 2026-12-01T03:00:00Z.',
        'Un momento como 2026-12-01T03:00:00Z.',
      )
    case 'date':
      return localized('A date like 2026-12-01.', 'Uma data como 2026-12-01.', 'Una fecha como 2026-12-01.')
    default:
      return localized(
        'This has a character that cannot be kept.',
        'Isto tem um caractere que não pode ser guardado.',
        'Esto tiene un carácter que no se puede guardar.',
      )
  }
}
