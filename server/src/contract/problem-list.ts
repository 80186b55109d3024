import { parseInstant } from '../platform/zone.ts'
import type { FieldProblem } from './field-problem.ts'
import type { LocalizedText } from './locale.ts'

/** Gathers what is wrong with something that was sent, so that all of it is told at once. */
export class ProblemList {
  readonly #problems: FieldProblem[] = []

  get problems(): readonly FieldProblem[] {
    return this.#problems
  }

  /** `code`: the name of the catalog of errors, where it has one. */
  add(pointer: string, message: LocalizedText, code?: string): void {
    this.#problems.push({ pointer, message, ...(code === undefined ? {} : { code }) })
  }

  /** What the catalog calls a text that says nothing. */
  addIfBlank(pointer: string, text: string): void {
    if (text.trim() === '') this.add(pointer, BLANK, 'General_FieldCannotBeNullOrBlank')
  }

  /** A moment with its offset, or null where none was sent; one that can't be kept is wrong. */
  readTime(pointer: string, text: string | null | undefined): number | null {
    if (text === null || text === undefined) return null
    const instant = parseInstant(text, 'UTC')
    if (instant === null) this.add(pointer, NO_MOMENT)
    return instant
  }

  /** Other schemes, such as `javascript:`, would run or open something where a picture is shown. */
  addUnlessWebAddress(pointer: string, text: string | null | undefined): void {
    if (text === null || text === undefined || text.trim() === '') return
    const isWeb = URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
    if (!isWeb) this.add(pointer, NO_WEB_ADDRESS)
  }

  addIfBackwards(pointer: string, from: number | null, until: number | null): void {
    if (from !== null && until !== null && until <= from) {
      this.add(pointer, ENDS_BEFORE_IT_BEGINS, 'Campaign_InvalidDateRange')
    }
  }
}

const BLANK: LocalizedText = {
  en: 'This must not be blank.',
  'pt-BR': 'Isto não pode ficar em branco.',
  es: 'Esto no puede quedar en blanco.',
}

const NO_MOMENT: LocalizedText = {
  en: 'This must be a moment like 2026-12-01T03:00:00Z.',
  'pt-BR': 'Isto deve ser um momento como 2026-12-01T03:00:00Z.',
  es: 'Esto debe ser un momento como 2026-12-01T03:00:00Z.',
}

const NO_WEB_ADDRESS: LocalizedText = {
  en: 'This must be an address like https://shop.example/cup.png.',
  'pt-BR': 'Isto deve ser um endereço como https://loja.example/xicara.png.',
  es: 'Esto debe ser una dirección como https://tienda.example/taza.png.',
}

const ENDS_BEFORE_IT_BEGINS: LocalizedText = {
  en: 'The end must be after the beginning.',
  'pt-BR': 'O fim deve ser depois do início.',
  es: 'El fin debe ser posterior al inicio.',
}

export const KEY_TAKEN: LocalizedText = {
  en: 'Another one has this key already: choose a different one.',
  'pt-BR': 'Já existe outro com esta chave: escolha uma diferente.',
  es: 'Ya existe otro con esta clave: elija una diferente.',
}

export const KEY_STAYS: LocalizedText = {
  en: 'The key can’t be changed: files know it by this key.',
  'pt-BR': 'A chave não pode mudar: os arquivos o conhecem por ela.',
  es: 'La clave no se puede cambiar: los archivos lo conocen por ella.',
}
