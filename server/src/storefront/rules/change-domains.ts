import { type ConfigRefusal, wrong } from '../../contract/config-refusal.ts'
import type { FieldProblem } from '../../contract/field-problem.ts'
import { type LocalizedText, localized } from '../../contract/locale.ts'
import { CODE_PLACE, type Links } from '../content.ts'

export interface Domains {
  readonly slug: string | null
  readonly origins: readonly string[]
  readonly links: Links
  readonly referralUrl: string | null
}

export interface DomainsInput {
  readonly slug?: string
  readonly origins?: readonly string[]
  readonly links?: Readonly<{ [Name in keyof Links]?: string | null }>
  readonly referralUrl?: string | null
}

/** Names that addresses of this server have, or that customers would take for the server itself. */
const RESERVED: ReadonlySet<string> = new Set([
  ...['about', 'account', 'admin', 'api', 'app', 'assets', 'auth', 'billing', 'cdn', 'docs', 'help', 'index'],
  ...['livez', 'login', 'logout', 'mail', 'me', 'metrics', 'new', 'null', 'official', 'openapi', 'panel'],
  ...['preview', 'public', 'punchcard', 'readyz', 'root', 'secure', 'security', 'settings', 'shop', 'shops'],
  ...['signin', 'signup', 'static', 'status', 'support', 'system', 'test', 'undefined', 'versions', 'www'],
])

export function changedDomains(
  before: Domains,
  input: DomainsInput,
  { isSandbox }: { readonly isSandbox: boolean },
): Domains | ConfigRefusal {
  const domains = {
    slug: input.slug ?? before.slug,
    origins: [...new Set((input.origins ?? before.origins).map((origin) => origin.replace(/\/$/, '')))],
    links: { ...before.links, ...input.links },
    referralUrl: input.referralUrl === undefined ? before.referralUrl : input.referralUrl,
  }
  const problems = [
    ...(input.slug !== undefined && RESERVED.has(input.slug)
      ? [{ pointer: '/slug', message: IS_RESERVED }]
      : []),
    ...domains.origins.flatMap((origin, index) => {
      const message = wrongInOrigin(origin, isSandbox)
      return message === null ? [] : [{ pointer: `/origins/${index}`, message }]
    }),
    ...problemsOfLinks(domains),
    ...problemsOfReferralUrl(domains),
  ]
  return problems.length > 0 ? wrong(problems) : domains
}

/** Exactly as a browser names it. Without TLS, for trying things out on one's own machine alone. */
function wrongInOrigin(text: string, isSandbox: boolean): LocalizedText | null {
  if (!URL.canParse(text)) return NO_ORIGIN
  const { origin, protocol, hostname } = new URL(text)
  if (origin !== text || hostname.endsWith('.')) return NO_ORIGIN
  if (protocol === 'https:') return null
  if (protocol !== 'http:') return NO_ORIGIN
  if (!isSandbox) return NOT_SECURE
  return hostname === 'localhost' || hostname === '127.0.0.1' ? null : NOT_SECURE_IN_SANDBOX
}

/** A stolen session of the panel can't lead customers to another site than the merchant's. */
function problemsOfLinks({ links, origins }: Domains): FieldProblem[] {
  return Object.entries(links).flatMap(([name, link]) => {
    if (link === null || (URL.canParse(link) && isOwn(new URL(link), origins))) return []
    return [{ pointer: `/links/${name}`, message: NOT_OWN }]
  })
}

function problemsOfReferralUrl({ referralUrl, origins }: Domains): FieldProblem[] {
  if (referralUrl === null) return []
  const pointer = '/referralUrl'
  if (referralUrl.split(CODE_PLACE).length !== 2) return [{ pointer, message: ONE_CODE }]
  // A code in the name of the host would lead to another one.
  const filled = referralUrl.replace(CODE_PLACE, 'CODE')
  return URL.canParse(filled) && isOwn(new URL(filled), origins) ? [] : [{ pointer, message: NOT_OWN }]
}

function isOwn({ origin, username, password }: URL, origins: readonly string[]): boolean {
  return origins.includes(origin) && username === '' && password === ''
}

const IS_RESERVED: LocalizedText = localized(
  'This name is reserved: choose another one.',
  'Este nome é reservado: escolha outro.',
  'Este nombre está reservado: elija otro.',
)

const NO_ORIGIN: LocalizedText = localized(
  'Enter an address like https://shop.example, without a path.',
  'Informe um endereço como https://shop.example, sem caminho.',
  'Escriba una dirección como https://shop.example, sin ruta.',
)

const NOT_SECURE: LocalizedText = localized(
  'This address begins with http. Customers’ points are shown on https addresses only. To try it on your own computer, use a sandbox merchant: it also takes http://localhost.',
  'Este endereço começa com http. Os pontos dos clientes só aparecem em endereços https. Para testar no seu computador, use um ambiente de testes: ele também aceita http://localhost.',
  'Esta dirección empieza con http. Los puntos de los clientes se muestran solo en direcciones https. Para probar en su computadora, use un entorno de pruebas: también acepta http://localhost.',
)

const NOT_SECURE_IN_SANDBOX: LocalizedText = localized(
  'This address begins with http. A sandbox takes https addresses, and http only for localhost and 127.0.0.1.',
  'Este endereço começa com http. Um ambiente de testes aceita endereços https, e http só para localhost e 127.0.0.1.',
  'Esta dirección empieza con http. Un entorno de pruebas acepta direcciones https, y http solo para localhost y 127.0.0.1.',
)

const ONE_CODE: LocalizedText = localized(
  'This must have the place {code} once, such as https://shop.example/?ref={code}.',
  'Isto deve ter o lugar {code} uma vez, como https://shop.example/?ref={code}.',
  'Esto debe tener el lugar {code} una vez, como https://shop.example/?ref={code}.',
)

const NOT_OWN: LocalizedText = localized(
  'This must be a page of one of the addresses in “origins”.',
  'Isto deve ser uma página de um dos endereços em “origins”.',
  'Esto debe ser una página de una de las direcciones en “origins”.',
)
