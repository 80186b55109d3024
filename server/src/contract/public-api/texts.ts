import { type LocalizedText, localized } from '../locale.ts'
import { invalid, type Problem, type ProblemName, problem } from '../problem.ts'

/** The kinds of problems that the storefront API answers with. */
export type PublicProblemName = Exclude<
  ProblemName,
  'confirm' | 'inProgress' | 'changed' | 'idempotency' | 'preconditionRequired'
>

/** What each kind of problem is called; a page may show it to a customer. */
export const PUBLIC_TITLES: Readonly<Record<PublicProblemName, LocalizedText>> = {
  malformed: localized(
    'The request could not be read',
    'A requisição não pôde ser lida',
    'No se pudo leer la solicitud',
  ),
  unauthenticated: localized('Sign in again', 'Entre de novo', 'Inicie sesión de nuevo'),
  forbidden: localized('Not permitted', 'Não permitido', 'No permitido'),
  notFound: localized('Not found', 'Não encontrado', 'No encontrado'),
  conflict: localized('Not possible right now', 'Não é possível agora', 'No es posible ahora'),
  tooLarge: localized('Too large', 'Grande demais', 'Demasiado grande'),
  unsupported: localized('Unknown kind of body', 'Tipo de corpo desconhecido', 'Tipo de cuerpo desconocido'),
  validation: localized(
    'Something has to be corrected',
    'Algo precisa ser corrigido',
    'Hay algo que corregir',
  ),
  tooMany: localized('Too many requests', 'Requisições demais', 'Demasiadas solicitudes'),
  fault: localized('Something went wrong', 'Algo deu errado', 'Algo salió mal'),
  unavailable: localized(
    'Not available at the moment',
    'Indisponível no momento',
    'No disponible por el momento',
  ),
}

/** Whatever is wrong with a token, the answer is the same. */
export const BAD_TOKEN = problem(
  'unauthenticated',
  localized(
    'Sign in to the shop again to see your points.',
    'Entre de novo na loja para ver seus pontos.',
    'Inicie sesión de nuevo en la tienda para ver sus puntos.',
  ),
  { headers: { 'www-authenticate': 'Bearer' } },
)

/** Unknown, switched off and somewhere else look alike. */
export const NOT_HERE = problem(
  'notFound',
  localized('There is nothing here.', 'Não há nada aqui.', 'Aquí no hay nada.'),
)

export const WRONG_SCOPE = problem(
  'forbidden',
  localized(
    'This token is not good for that.',
    'Este token não serve para isso.',
    'Este token no sirve para eso.',
  ),
  { code: 'scope' },
)

export const WRONG_ORIGIN = problem(
  'forbidden',
  localized(
    'Pages of this address may not ask: the merchant has to add it to the domains of the storefront.',
    'Páginas deste endereço não podem consultar: a loja precisa adicioná-lo aos domínios da vitrine.',
    'Las páginas de esta dirección no pueden consultar: la tienda debe agregarla a los dominios de la vitrina.',
  ),
  { code: 'origin' },
)

export const TOO_LONG = invalid([
  {
    pointer: '',
    message: localized(
      'The address may have at most 6,000 characters: ask for less at once.',
      'O endereço pode ter no máximo 6.000 caracteres: peça menos de uma vez.',
      'La dirección puede tener como máximo 6.000 caracteres: pida menos a la vez.',
    ),
  },
])

export function tooManyPublic(retryAfterSeconds: number): Problem {
  return problem(
    'tooMany',
    localized(
      `Wait ${retryAfterSeconds} s, then try again.`,
      `Espere ${retryAfterSeconds} s e tente de novo.`,
      `Espere ${retryAfterSeconds} s e inténtelo de nuevo.`,
    ),
    { headers: { 'retry-after': String(retryAfterSeconds) } },
  )
}
