const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Markup that was written here; whatever it was given is text in it. */
export class Html {
  readonly text: string

  private constructor(text: string) {
    this.text = text
  }

  /** For `html` alone. */
  static of(pieces: TemplateStringsArray, values: readonly HtmlValue[]): Html {
    return new Html(pieces.map((piece, index) => piece + written(values[index])).join(''))
  }
}

/** What is left out may be false, null or undefined; of a list, one after the other. */
export type HtmlValue = Html | string | number | false | null | undefined | readonly HtmlValue[]

/** A template in which everything is escaped that is not itself made by one. Attributes stand in double quotes. */
export function html(pieces: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  return Html.of(pieces, values)
}

function written(value: HtmlValue): string {
  if (value === false || value === null || value === undefined) return ''
  if (value instanceof Html) return value.text
  if (typeof value === 'object') return value.map(written).join('')
  return String(value).replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '')
}
