import { importsOf, type Sources } from './imports.ts'

/*
 * The arrows of the panel: app → pages → components, api → format, locales. No page imports another one, and of the
 * server and the client library only types are taken, from what describes the API: nothing of it is ever shipped to a
 * browser. The preview of the storefront is a page of its own, which has the types of the elements too.
 */

const LEVELS: Readonly<Record<string, number>> = {
  app: 3,
  pages: 2,
  components: 1,
  api: 1,
  look: 0,
  format: 0,
  locales: 0,
  preview: 0,
}

const SERVER = '../../server/src/'
const TYPES_OF_OPERATIONS = '../../sdk/src/admin-types.gen.ts'
/** What the preview gives to elements instead of the server. */
const TYPES_OF_ELEMENTS = /^\.\.\/\.\.\/storefront\/src\/(answers|shop)\.ts$/
/** What a schema is made of, and the schemas themselves. */
const TYPES_OF_SERVER = /^(contract\/|[a-z]+\/admin-api\/[a-z-]*schema\.ts$|management\/[a-z-]+\/schema\.ts$)/

/** Why files of admin/src/ may not import what they import. */
export function findBrokenPanelArrows(sources: Sources): string[] {
  return [...sources].flatMap(([file, source]) =>
    importsOf(file, source).flatMap(({ target, isFile, isType }) => {
      const why = isFile ? whyNot(file, target, isType) : null
      return why === null ? [] : [`admin/src/${file} imports ${target}: ${why}`]
    }),
  )
}

function whyNot(file: string, target: string, isType: boolean): string | null {
  if (target.startsWith(SERVER)) {
    if (!isType) return 'of the server only types are taken'
    return TYPES_OF_SERVER.test(target.slice(SERVER.length)) ? null : 'that file describes no operation'
  }
  if (target === TYPES_OF_OPERATIONS && isType) return null
  if (roomOf(file) === 'preview' && TYPES_OF_ELEMENTS.test(target) && isType) return null
  if (target.startsWith('../')) return 'the panel stands on its own'
  const [from, to] = [roomOf(file), roomOf(target)]
  if (from === to) {
    const [page, other] = [file.split('/')[1], target.split('/')[1]]
    return from === 'pages' && page !== other ? 'no page imports another one' : null
  }
  // The client says in which language it asks.
  if (isType && to === 'locales') return null
  const [low, high] = [LEVELS[from] ?? 0, LEVELS[to] ?? 0]
  if (low === high && low > 0) return `${from} and ${to} do not know each other`
  return low < high ? `${from} stands below ${to}` : null
}

function roomOf(file: string): string {
  return file.split('/', 1)[0] ?? ''
}
