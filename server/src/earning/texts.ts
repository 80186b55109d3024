import type { ErrorObject } from 'ajv'
import { type LocalizedText, localized } from '../contract/locale.ts'
import { PATTERN } from './patterns.ts'
import { RULES_MAX } from './program-json.ts'
import { WAITING_MAX } from './schedule.ts'

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
export const SAME_CAP = localized(
  'Another active cap is for the same time: only the lower one would count.',
  'Outro limite ativo é para o mesmo período: só o menor contaria.',
  'Otro máximo activo es para el mismo período: solo contaría el menor.',
)
export const EXCLUDES_NOTHING = localized(
  'This is missing: name at least one.',
  'Isto está faltando: informe pelo menos um.',
  'Esto falta: indique al menos uno.',
)
export const NO_PRIZE = localized(
  'It gives nothing. Choose a reward, points, or both.',
  'Ela não dá nada. Escolha uma recompensa, pontos ou os dois.',
  'No da nada. Elija una recompensa, puntos o ambos.',
)
export const NO_IDS_HERE = localized(
  'Ids go with products, brands and categories only. Leave them out here.',
  'Códigos só valem para produtos, marcas e categorias. Não os informe aqui.',
  'Los códigos solo valen para productos, marcas y categorías. No los indique aquí.',
)
export const ALL_ORDERS = localized(
  'This is missing: without a condition nothing would ever count. Say when orders do not count.',
  'Isto está faltando: sem uma condição, nada contaria. Informe quando os pedidos não contam.',
  'Esto falta: sin una condición, nada contaría. Indique cuándo no cuentan los pedidos.',
)
export const TWICE = localized(
  'Something is here twice: name each once.',
  'Algo está repetido: informe cada um só uma vez.',
  'Algo está repetido: indique cada uno una sola vez.',
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
export const MONTH_END_OR_YEAR_DAY = localized(
  'Give either monthEnd, or yearDay with years.',
  'Informe monthEnd, ou yearDay com years.',
  'Indique monthEnd, o yearDay con years.',
)
export const EXPIRY_TWICE = localized(
  'Give either goodUntil or validityDays, and not both.',
  'Informe goodUntil ou validityDays, e não os dois.',
  'Indique goodUntil o validityDays, y no ambos.',
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
export const PROGRAM_TOO_NEW = localized(
  "This process is older than the merchant's program: the operator of this server has to upgrade it.",
  'Este processo é mais antigo que o programa da loja: quem opera este servidor precisa atualizá-lo.',
  'Este proceso es más antiguo que el programa de la tienda: quien opera este servidor tiene que actualizarlo.',
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

export const NOT_A_BASIS = localized(
  'A draft is based on the current version or on one that is scheduled.',
  'Um rascunho parte da versão atual ou de uma que está agendada.',
  'Un borrador parte de la versión actual o de una que está programada.',
)
export const TOO_MANY_WAIT = localized(
  `${WAITING_MAX} versions are scheduled already: cancel one of them first.`,
  `Já há ${WAITING_MAX} versões agendadas: cancele uma delas primeiro.`,
  `Ya hay ${WAITING_MAX} versiones programadas: cancele una de ellas primero.`,
)

export function notScheduled(version: number): LocalizedText {
  return localized(
    `Version ${version} is not scheduled.`,
    `A versão ${version} não está agendada.`,
    `La versión ${version} no está programada.`,
  )
}

export function nothingChanged(version: number): LocalizedText {
  return localized(
    `The draft is based on version ${version} and changes nothing in it.`,
    `O rascunho parte da versão ${version} e não muda nada nela.`,
    `El borrador parte de la versión ${version} y no cambia nada en ella.`,
  )
}

export function carryNeeded(versions: readonly number[]): LocalizedText {
  const isOne = versions.length === 1
  const [en, pt, es] = [listed(versions, 'and'), listed(versions, 'e'), listed(versions, 'y')]
  return localized(
    `The same change has to be made in version${isOne ? '' : 's'} ${en}: publish with “carry”.`,
    `A mesma mudança precisa ser feita ${isOne ? 'na versão' : 'nas versões'} ${pt}: publique com “carry”.`,
    `El mismo cambio debe hacerse en ${isOne ? 'la versión' : 'las versiones'} ${es}: publique con “carry”.`,
  )
}

/** So many are named, and the others counted. */
const CONFLICTS_NAMED = 5

interface Conflict {
  readonly ruleId: number | null
  readonly member: string | null
  readonly version: number
}

export function carryConflicts(conflicts: readonly Conflict[]): LocalizedText {
  const more = conflicts.length - CONFLICTS_NAMED
  const told = (rule: string, cashback: string, inVersion: string) =>
    conflicts
      .slice(0, CONFLICTS_NAMED)
      .map(({ ruleId, member, version }) => {
        const what = ruleId === null ? cashback : `${rule} ${ruleId}${member === null ? '' : ` (${member})`}`
        return `${what}, ${inVersion} ${version}`
      })
      .join('; ') + (more > 0 ? `; +${more}` : '')
  return localized(
    `The change can’t be carried into what other versions change too: ${told('rule', 'cashback', 'version')}. Nothing was published.`,
    `A mudança não pode ser levada ao que outras versões também mudam: ${told('regra', 'cashback', 'versão')}. Nada foi publicado.`,
    `El cambio no se puede llevar a lo que otras versiones también cambian: ${told('regla', 'cashback', 'versión')}. No se publicó nada.`,
  )
}

function listed(versions: readonly number[], and: string): string {
  return versions.length < 2
    ? versions.join('')
    : `${versions.slice(0, -1).join(', ')} ${and} ${versions.at(-1)}`
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
