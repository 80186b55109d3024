import { localized } from '../../contract/locale.ts'
import { invalid } from '../../contract/problem.ts'

export const TIER_BENEFIT_TEXT = localized(
  'Benefits of tiers',
  'Benefícios dos níveis',
  'Beneficios de los niveles',
)

export const OTHER_VERSION_TEXT = localized(
  'A rule of an earlier version',
  'Uma regra de uma versão anterior',
  'Una regla de una versión anterior',
)

const wrongAt = (pointer: string, ...text: Parameters<typeof localized>) =>
  invalid([{ pointer, message: localized(...text) }])

export const ONE_PROGRAM = wrongAt(
  '/of',
  'Send either `of` or `file`.',
  'Envie `of` ou `file`, não os dois.',
  'Envía `of` o `file`, no ambos.',
)

export const NO_DRAFT = wrongAt(
  '/of',
  'There is no draft. Start one on the Rules page, or name a version.',
  'Não há rascunho. Crie um na página de regras ou informe uma versão.',
  'No hay borrador. Crea uno en la página de reglas o indica una versión.',
)

export const NO_VERSION = wrongAt(
  '/of',
  'There is no such version.',
  'Essa versão não existe.',
  'Esa versión no existe.',
)

export const NO_PROGRAM = wrongAt(
  '/file/program',
  'The file has no program to try out.',
  'O arquivo não tem um programa para testar.',
  'El archivo no tiene un programa que probar.',
)

export const DAYS_OR_DATES = wrongAt(
  '/days',
  'Send either `days`, or `from` and `to`.',
  'Envie `days` ou então `from` e `to`.',
  'Envía `days` o bien `from` y `to`.',
)

export const ENDS_FIRST = wrongAt(
  '/to',
  'The last day has to be on or after the first day.',
  'O último dia não pode ser anterior ao primeiro.',
  'El último día no puede ser anterior al primero.',
)

export const IN_FUTURE = wrongAt(
  '/to',
  'The last day can’t be in the future.',
  'O último dia não pode estar no futuro.',
  'El último día no puede estar en el futuro.',
)

export const DAYS_MAX = 400

export const TOO_LONG = wrongAt(
  '/from',
  `At most ${DAYS_MAX} days can be tried out at once.`,
  `É possível testar no máximo ${DAYS_MAX} dias de uma vez.`,
  `Se pueden probar como máximo ${DAYS_MAX} días a la vez.`,
)
