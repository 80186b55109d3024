import type { LocalizedText } from '../locale.ts'
import { type Problem, type ProblemName, problem } from '../problem.ts'

/** What each kind of problem is called. */
export const TITLES: Readonly<Record<ProblemName, LocalizedText>> = {
  malformed: {
    en: 'The request could not be read',
    'pt-BR': 'A requisição não pôde ser lida',
    es: 'No se pudo leer la solicitud',
  },
  unauthenticated: {
    en: 'Sign in first',
    'pt-BR': 'Entre primeiro',
    es: 'Inicie sesión primero',
  },
  confirm: {
    en: 'Confirm that it is you',
    'pt-BR': 'Confirme que é você',
    es: 'Confirme que es usted',
  },
  forbidden: { en: 'Not permitted', 'pt-BR': 'Não permitido', es: 'No permitido' },
  notFound: { en: 'Not found', 'pt-BR': 'Não encontrado', es: 'No encontrado' },
  conflict: {
    en: 'It can not be done in this state',
    'pt-BR': 'Não pode ser feito neste estado',
    es: 'No se puede hacer en este estado',
  },
  inProgress: { en: 'Done already', 'pt-BR': 'Já foi feito', es: 'Ya se hizo' },
  changed: {
    en: 'Changed by someone else in the meantime',
    'pt-BR': 'Alguém mudou isto antes de você',
    es: 'Alguien cambió esto antes que usted',
  },
  tooLarge: { en: 'Too large', 'pt-BR': 'Grande demais', es: 'Demasiado grande' },
  unsupported: {
    en: 'Unknown kind of body',
    'pt-BR': 'Tipo de corpo desconhecido',
    es: 'Tipo de cuerpo desconocido',
  },
  validation: {
    en: 'Something has to be corrected',
    'pt-BR': 'Algo precisa ser corrigido',
    es: 'Hay algo que corregir',
  },
  idempotency: {
    en: 'The key was used for another request',
    'pt-BR': 'A chave já foi usada em outra requisição',
    es: 'La clave ya se usó en otra solicitud',
  },
  preconditionRequired: {
    en: 'Say which version you have seen',
    'pt-BR': 'Diga qual versão você viu',
    es: 'Indique qué versión ha visto',
  },
  tooMany: { en: 'Too many requests', 'pt-BR': 'Requisições demais', es: 'Demasiadas solicitudes' },
  fault: {
    en: 'Something went wrong on our side',
    'pt-BR': 'Algo deu errado do nosso lado',
    es: 'Algo salió mal de nuestro lado',
  },
  unavailable: {
    en: 'Not available at the moment',
    'pt-BR': 'Indisponível no momento',
    es: 'No disponible por el momento',
  },
}

export const NOT_SIGNED_IN = problem('unauthenticated', {
  en: 'Sign in, or send a token: Authorization: Bearer pca_….',
  'pt-BR': 'Entre na sua conta ou envie um token: Authorization: Bearer pca_….',
  es: 'Inicie sesión o envíe un token: Authorization: Bearer pca_….',
})

export const NOT_FOUND = problem('notFound', {
  en: 'There is nothing here, or nothing that you may see.',
  'pt-BR': 'Não há nada aqui, ou nada que você possa ver.',
  es: 'Aquí no hay nada, o nada que usted pueda ver.',
})

export const CONFIRM = problem('confirm', {
  en: 'Enter your password or a code again: POST /v1/admin/session/confirm.',
  'pt-BR': 'Informe de novo sua senha ou um código: POST /v1/admin/session/confirm.',
  es: 'Ingrese de nuevo su contraseña o un código: POST /v1/admin/session/confirm.',
})

export const SESSION_ONLY = problem('forbidden', {
  en: 'A person does this in the panel, signed in; no token can.',
  'pt-BR': 'Isto é feito por uma pessoa no painel, com a sessão aberta; um token não pode.',
  es: 'Esto lo hace una persona en el panel, con la sesión iniciada; un token no puede.',
})

export const TEXT_EXPECTED = problem('unsupported', {
  en: 'Send the body as text/plain.',
  'pt-BR': 'Envie o corpo como text/plain.',
  es: 'Envíe el cuerpo como text/plain.',
})

export const OCTETS_EXPECTED = problem('unsupported', {
  en: 'Send the body as application/octet-stream.',
  'pt-BR': 'Envie o corpo como application/octet-stream.',
  es: 'Envíe el cuerpo como application/octet-stream.',
})

export const DIGEST_MISSING = problem('preconditionRequired', {
  en: 'Send Content-Digest with the SHA-256 of the body in base64, such as “sha-256=:X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=:”.',
  'pt-BR':
    'Envie Content-Digest com o SHA-256 do corpo em base64, como “sha-256=:X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=:”.',
  es: 'Envíe Content-Digest con el SHA-256 del cuerpo en base64, como “sha-256=:X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=:”.',
})

export function notPermitted(permission: string): Problem {
  return problem(
    'forbidden',
    {
      en: `Your role does not include “${permission}”: ask an owner.`,
      'pt-BR': `Seu perfil não inclui “${permission}”: peça a uma pessoa proprietária.`,
      es: `Su rol no incluye “${permission}”: pídalo a una persona propietaria.`,
    },
    { more: { permission } },
  )
}

export const IF_MATCH_MISSING = problem('preconditionRequired', {
  en: 'Send the ETag that you read as If-Match, so that no one’s change is lost.',
  'pt-BR': 'Envie o ETag do que você leu como If-Match, para que nenhuma mudança se perca.',
  es: 'Envíe el ETag de lo que leyó como If-Match, para que no se pierda ningún cambio.',
})

export const IF_MATCH_UNREADABLE = problem('malformed', {
  en: 'If-Match must be an ETag of ours, like "r17".',
  'pt-BR': 'If-Match deve ser um ETag nosso, como "r17".',
  es: 'If-Match debe ser un ETag nuestro, como "r17".',
})

export const KEY_MISSING = problem('preconditionRequired', {
  en: 'Send an Idempotency-Key of 1 to 100 printable characters: with it the request can be repeated safely.',
  'pt-BR':
    'Envie um Idempotency-Key de 1 a 100 caracteres visíveis: com ele a requisição pode ser repetida com segurança.',
  es: 'Envíe un Idempotency-Key de 1 a 100 caracteres visibles: con él la solicitud puede repetirse con seguridad.',
})

export const KEY_OF_OTHER_REQUEST = problem('idempotency', {
  en: 'This Idempotency-Key belongs to another request: take a new one.',
  'pt-BR': 'Este Idempotency-Key pertence a outra requisição: use um novo.',
  es: 'Este Idempotency-Key pertenece a otra solicitud: use uno nuevo.',
})

export const KEY_IN_PROGRESS = problem('inProgress', {
  en: 'The same request is being worked on: ask again in a moment.',
  'pt-BR': 'A mesma requisição está sendo processada: repita em instantes.',
  es: 'La misma solicitud se está procesando: repítala en un momento.',
})

export const SECRET_SHOWN = problem('inProgress', {
  en: 'It was made already, and its secret is shown only once: rotate it to get a new one.',
  'pt-BR': 'Já foi criado, e o segredo só é mostrado uma vez: troque-o para obter um novo.',
  es: 'Ya se creó, y el secreto se muestra una sola vez: rótelo para obtener uno nuevo.',
})

export const CURSOR_OF_OTHER_LIST = problem('validation', {
  en: 'The cursor belongs to a list with other filters: begin again without it.',
  'pt-BR': 'O cursor pertence a uma lista com outros filtros: comece de novo sem ele.',
  es: 'El cursor pertenece a una lista con otros filtros: comience de nuevo sin él.',
})

/** Who changed it, and the version that is there now, for a caller who wanted to change an older one. */
export function changedProblem(by: string | null, at: string | null, version: number): Problem {
  const who = by ?? null
  return problem(
    'changed',
    {
      en: `${who ?? 'Someone else'} has changed this since you read it: read it again, then decide.`,
      'pt-BR': `${who ?? 'Alguém'} mudou isto depois da sua leitura: leia de novo e então decida.`,
      es: `${who ?? 'Alguien'} cambió esto después de su lectura: léalo de nuevo y luego decida.`,
    },
    { more: { etag: `"r${version}"`, changedBy: by, changedAt: at } },
  )
}

export function tooManyRequests(retryAfterSeconds: number): Problem {
  return problem(
    'tooMany',
    {
      en: `Wait ${retryAfterSeconds} s, then send it again.`,
      'pt-BR': `Espere ${retryAfterSeconds} s e envie de novo.`,
      es: `Espere ${retryAfterSeconds} s y envíela de nuevo.`,
    },
    { headers: { 'retry-after': String(retryAfterSeconds) } },
  )
}

export const MERCHANT_SUSPENDED = problem(
  'forbidden',
  {
    en: 'This merchant is suspended. Nothing is lost: ask the operator of this server to resume it.',
    'pt-BR': 'Esta loja está suspensa. Nada se perdeu: peça a quem opera este servidor para reativá-la.',
    es: 'Esta tienda está suspendida. No se ha perdido nada: pida a quien opera este servidor que la reactive.',
  },
  { code: 'merchantSuspended' },
)

export const MERCHANT_CLOSED = problem(
  'forbidden',
  {
    en: 'This merchant is closed: you can read and export everything, but not change it. The operator of this server can resume it until it is deleted.',
    'pt-BR':
      'Esta loja está encerrada: você pode ler e exportar tudo, mas não alterar. Quem opera este servidor pode reativá-la até que seja excluída.',
    es: 'Esta tienda está cerrada: puede leer y exportar todo, pero no modificarlo. Quien opera este servidor puede reactivarla hasta que se elimine.',
  },
  { code: 'merchantClosed' },
)
