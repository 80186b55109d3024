import type { FieldProblem } from '../contract/field-problem.ts'
import { localized } from '../contract/locale.ts'
import { TOPICS, type Topic } from '../events/event.ts'
import { type NewEndpoint, problemOfEndpoint } from './endpoint.ts'
import { problemOfUrl, type Reach } from './sending/address-guard.ts'

/** All that is wrong with an endpoint to be, or with what is changed of one. */
export function problemsOfEndpoint(endpoint: Partial<NewEndpoint>, reach: Reach): FieldProblem[] {
  const { url, topics, headers = {} } = endpoint
  const problems: FieldProblem[] = []
  if (url !== undefined) {
    const wrong = problemOfUrl(url, reach)
    if (wrong !== null) problems.push({ pointer: '/url', message: localized(wrong, ...PUBLIC_ADDRESS) })
  }
  if (topics?.length === 0) {
    problems.push({ pointer: '/topics', code: 'WebhookSubscription_TopicRequired', message: TOPIC_REQUIRED })
  }
  for (const [index, topic] of (topics ?? []).entries()) {
    if (!TOPICS.includes(topic as Topic))
      problems.push({ pointer: `/topics/${index}`, message: ONE_OF_TOPICS })
  }
  for (const [name, value] of Object.entries(headers)) {
    const isWrong = problemOfEndpoint({ ...SOUND, headers: { [name]: value } }, reach) !== null
    if (isWrong) problems.push({ pointer: `/headers/${escaped(name)}`, message: NO_HEADER })
  }
  return problems
}

/** Everything but the headers is right about it. */
const SOUND: NewEndpoint = { url: 'https://shop.example/', topics: TOPICS, description: '', headers: {} }

const PUBLIC_ADDRESS: [ptBr: string, es: string] = [
  'O endereço deve ser público e começar com https://, sem usuário e senha.',
  'La dirección debe ser pública y comenzar con https://, sin usuario ni contraseña.',
]
const TOPIC_REQUIRED = localized(
  `Name at least one topic: ${TOPICS.join(', ')}.`,
  `Indique ao menos um tópico: ${TOPICS.join(', ')}.`,
  `Indique al menos un tema: ${TOPICS.join(', ')}.`,
)
const ONE_OF_TOPICS = localized(
  `One of: ${TOPICS.join(', ')}.`,
  `Um destes: ${TOPICS.join(', ')}.`,
  `Uno de estos: ${TOPICS.join(', ')}.`,
)
const NO_HEADER = localized(
  'This header can’t be sent: it is ours, or has characters that no header has.',
  'Este cabeçalho não pode ser enviado: é nosso ou tem caracteres que nenhum cabeçalho tem.',
  'Este encabezado no se puede enviar: es nuestro o tiene caracteres que ningún encabezado tiene.',
)

/** RFC 6901. */
function escaped(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1')
}
