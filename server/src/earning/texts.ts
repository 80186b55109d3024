import type { ErrorObject } from 'ajv'
import { type LocalizedText, localized } from '../contract/locale.ts'
import { PATTERN } from './patterns.ts'
import { RULES_MAX } from './program-json.ts'

/* What people are told about a program that is not right. */

export const NO_INSTANT = localized(
  'This must be a moment with an offset or Z, such as 2026-12-01T00:00:00-03:00.',
  'Isto deve ser um momento com fuso ou Z, como 2026-12-01T00:00:00-03:00.',
  'Esto debe ser un momento con desfase o Z, como 2026-12-01T00:00:00-03:00.',
)
export const ENDS_BEFORE_IT_STARTS = localized(
  'The campaign must end after it starts.',
  'A campanha deve terminar depois de começar.',
  'La campaña debe terminar después de empezar.',
)
export const UNTIL_BEFORE_FROM = localized(
  'The end must come after the beginning.',
  'O fim deve vir depois do começo.',
  'El final debe venir después del comienzo.',
)
export const DAY_TWICE = localized(
  'A weekday is here twice: name each one once.',
  'Um dia da semana está repetido: informe cada um só uma vez.',
  'Un día de la semana está repetido: indique cada uno una sola vez.',
)
export const NO_HOURS = localized(
  'Beginning and end are the same, so there is no time between them. For a whole day write 00:00 and 24:00.',
  'O começo e o fim são iguais, então não há tempo entre eles. Para um dia inteiro, escreva 00:00 e 24:00.',
  'El comienzo y el final son iguales, así que no hay tiempo entre ellos. Para un día entero, escriba 00:00 y 24:00.',
)
export const SAME_CAMPAIGN = localized(
  'Another active campaign has the same dates: only the better one would count.',
  'Outra campanha ativa tem as mesmas datas: só a melhor contaria.',
  'Otra campaña activa tiene las mismas fechas: solo contaría la mejor.',
)
export const KEY_OF_DIGITS = localized(
  'The key of an action needs something other than digits: digits alone name a rule by its id.',
  'A chave de uma ação precisa de algo além de dígitos: só dígitos indicam uma regra pelo id.',
  'La clave de una acción necesita algo además de dígitos: solo dígitos indican una regla por su id.',
)
export const BONUS_TWICE = localized(
  'Give either a multiplier or points, and not both.',
  'Informe um multiplicador ou pontos, e não os dois.',
  'Indique un multiplicador o puntos, y no ambos.',
)
export const LESS_THAN_A_POINT = localized(
  'This must be at least 1 point.',
  'Isto deve ser de pelo menos 1 ponto.',
  'Esto debe ser de al menos 1 punto.',
)
export const RULE_WITHOUT_ID = localized(
  'This is missing: a rule is known by its number. Take the next free one.',
  'Isto está faltando: uma regra é conhecida por seu número. Use o próximo livre.',
  'Esto falta: una regla se conoce por su número. Use el siguiente libre.',
)
export const ANOTHER_RULES_ID = localized(
  'Another rule has this id.',
  'Outra regra tem este id.',
  'Otra regla tiene este id.',
)
export const ANOTHER_ACTIVE_RULE = localized(
  'There is another active rule of this kind: only one can count.',
  'Há outra regra ativa deste tipo: só uma pode contar.',
  'Hay otra regla activa de este tipo: solo una puede contar.',
)
export const NOT_STORABLE = localized(
  'This has a character that cannot be kept.',
  'Isto tem um caractere que não pode ser guardado.',
  'Esto tiene un carácter que no se puede guardar.',
)
export const TOO_MANY_RULES = localized(
  `A program has at most ${RULES_MAX} rules.`,
  `Um programa tem no máximo ${RULES_MAX} regras.`,
  `Un programa tiene como máximo ${RULES_MAX} reglas.`,
)
export const NO_DRAFT = localized(
  'There is no draft to publish.',
  'Não há rascunho para publicar.',
  'No hay borrador para publicar.',
)
export const NOTHING_TO_PUBLISH = localized(
  'This is the current program already: there is nothing to publish.',
  'Este já é o programa atual: não há nada para publicar.',
  'Este ya es el programa actual: no hay nada que publicar.',
)
export const NOTHING_SCHEDULED = localized(
  'No version is scheduled.',
  'Nenhuma versão está agendada.',
  'No hay ninguna versión programada.',
)
export const NOT_AHEAD = localized(
  'This moment has passed: take a later one, or publish at once.',
  'Este momento já passou: escolha um posterior ou publique agora.',
  'Este momento ya pasó: elija uno posterior o publique ahora.',
)

export function scheduledAlready(version: number): LocalizedText {
  return localized(
    `Version ${version} is scheduled and would undo this: cancel it first.`,
    `A versão ${version} está agendada e desfaria isto: cancele-a primeiro.`,
    `La versión ${version} está programada y desharía esto: cancélela primero.`,
  )
}

/** What a pattern means. */
const SAID_OF_PATTERN: Readonly<Record<string, LocalizedText>> = {
  [PATTERN.multiplier]: localized(
    'This must be text with a multiplier from 1 to 99.9999, such as "1.5".',
    'Isto deve ser um texto com um multiplicador de 1 a 99.9999, como "1.5".',
    'Esto debe ser un texto con un multiplicador de 1 a 99.9999, como "1.5".',
  ),
  [PATTERN.points]: localized(
    'This must be text with points from 1 to 9999999.9999, such as "50".',
    'Isto deve ser um texto com pontos de 1 a 9999999.9999, como "50".',
    'Esto debe ser un texto con puntos de 1 a 9999999.9999, como "50".',
  ),
  [PATTERN.ratePoints]: localized(
    'This must be text with points above 0 and below 10000, such as "1".',
    'Isto deve ser um texto com pontos acima de 0 e abaixo de 10000, como "1".',
    'Esto debe ser un texto con puntos mayores que 0 y menores que 10000, como "1".',
  ),
  [PATTERN.positiveAmount]: localized(
    'This must be text with an amount above 0 and below 100000000, such as "1".',
    'Isto deve ser um texto com um valor acima de 0 e abaixo de 100000000, como "1".',
    'Esto debe ser un texto con un importe mayor que 0 y menor que 100000000, como "1".',
  ),
  [PATTERN.amount]: localized(
    'This must be text with an amount of at least 0 and at most four decimals, such as "30.00".',
    'Isto deve ser um texto com um valor de pelo menos 0 e no máximo quatro decimais, como "30.00".',
    'Esto debe ser un texto con un importe de al menos 0 y como máximo cuatro decimales, como "30.00".',
  ),
  [PATTERN.pointValue]: localized(
    'This must be text with an amount below 1000000, such as "0.05".',
    'Isto deve ser um texto com um valor abaixo de 1000000, como "0.05".',
    'Esto debe ser un texto con un importe menor que 1000000, como "0.05".',
  ),
  [PATTERN.hour]: localized(
    'This must be a time from 00:00 to 23:59, such as "16:00".',
    'Isto deve ser um horário de 00:00 a 23:59, como "16:00".',
    'Esto debe ser una hora de 00:00 a 23:59, como "16:00".',
  ),
  [PATTERN.endingHour]: localized(
    'This must be a time from 00:00 to 24:00, such as "18:00".',
    'Isto deve ser um horário de 00:00 a 24:00, como "18:00".',
    'Esto debe ser una hora de 00:00 a 24:00, como "18:00".',
  ),
  [PATTERN.instant]: NO_INSTANT,
}

const TYPES: Readonly<Record<string, LocalizedText>> = {
  string: localized('a text', 'um texto', 'un texto'),
  integer: localized('a whole number', 'um número inteiro', 'un número entero'),
  boolean: localized('true or false', 'true ou false', 'true o false'),
  object: localized('an object', 'um objeto', 'un objeto'),
  array: localized('a list', 'uma lista', 'una lista'),
}

/** What a schema refuses, one sentence per keyword. */
export function saidOfSchema({ keyword, params, message }: ErrorObject): LocalizedText {
  const { limit } = params as { limit?: number }
  switch (keyword) {
    case 'required':
      return localized('This is missing.', 'Isto está faltando.', 'Esto falta.')
    case 'additionalProperties':
      return localized(
        'There is no such member here: remove it.',
        'Não há este campo aqui: remova-o.',
        'No existe este campo aquí: quítelo.',
      )
    case 'pattern':
      return SAID_OF_PATTERN[String(params.pattern)] ?? notValid(message ?? keyword)
    case 'type': {
      const type = TYPES[String(params.type)]
      if (!type) return notValid(message ?? keyword)
      return localized(
        `This must be ${type.en}.`,
        `Isto deve ser ${type['pt-BR']}.`,
        `Esto debe ser ${type.es}.`,
      )
    }
    case 'minimum':
      return localized(
        `This must be at least ${limit}.`,
        `Isto deve ser no mínimo ${limit}.`,
        `Esto debe ser como mínimo ${limit}.`,
      )
    case 'maximum':
      return localized(
        `This must be at most ${limit}.`,
        `Isto deve ser no máximo ${limit}.`,
        `Esto debe ser como máximo ${limit}.`,
      )
    case 'minLength':
    case 'minItems':
    case 'minProperties':
      return localized('This must not be empty.', 'Isto não pode ficar vazio.', 'Esto no puede quedar vacío.')
    case 'maxLength':
      return localized(
        `This has more than ${limit} characters.`,
        `Isto tem mais de ${limit} caracteres.`,
        `Esto tiene más de ${limit} caracteres.`,
      )
    case 'maxItems':
      return localized(
        `This has more than ${limit} entries.`,
        `Isto tem mais de ${limit} itens.`,
        `Esto tiene más de ${limit} elementos.`,
      )
    case 'enum': {
      const allowed = (params.allowedValues as unknown[]).join(', ')
      return localized(
        `This must be one of: ${allowed}.`,
        `Isto deve ser um destes: ${allowed}.`,
        `Esto debe ser uno de estos: ${allowed}.`,
      )
    }
    default:
      return notValid(message ?? keyword)
  }
}

function notValid(why: string): LocalizedText {
  return localized(`This is not valid: ${why}.`, `Isto não é válido: ${why}.`, `Esto no es válido: ${why}.`)
}
