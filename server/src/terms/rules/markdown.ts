import { type Html, html } from '../../platform/http/html.ts'
import { UNSEEN } from '../terms.ts'

const UNSEEN_EVERYWHERE = new RegExp(UNSEEN, 'gu')
const HEADING = /^(#{1,3}) +(\S.*)$/
const BULLET = /^[-*] +(\S.*)$/
const NUMBERED = /^\d{1,9}[.)] +(\S.*)$/
/** Every part is bounded or ends at a character of its own, so that no text takes longer than it is long. */
const LINK = /\[([^[\]\n]{1,300})\]\(((?:https:\/\/|mailto:)[^\s()<>"'\\]{1,2000})\)/g
const BOLD = /\*\*([^*\n]+)\*\*/g

/**
 * Terms as markup: headings, paragraphs, lists, bold text and links, and nothing else. Whatever else was written is text:
 * markup is made by templates that escape. The headings stand below that of their page.
 */
export function renderTerms(markdown: string): Html {
  const lines = markdown.replaceAll('\r\n', '\n').replace(UNSEEN_EVERYWHERE, '').split('\n')
  const blocks: Html[] = []
  let at = 0
  const take = (form: RegExp): string[] => {
    const taken: string[] = []
    for (let found = form.exec(lines[at] ?? ''); found; found = form.exec(lines[at] ?? '')) {
      taken.push(found[1] ?? '')
      at += 1
    }
    return taken
  }
  while (at < lines.length) {
    const line = lines[at] ?? ''
    const [heading, level = '', title = ''] = HEADING.exec(line) ?? []
    if (heading !== undefined) {
      blocks.push(headingOf(level.length, title))
      at += 1
    } else if (BULLET.test(line)) blocks.push(html`<ul>${take(BULLET).map(itemOf)}</ul>\n`)
    else if (NUMBERED.test(line)) blocks.push(html`<ol>${take(NUMBERED).map(itemOf)}</ol>\n`)
    else {
      const paragraph = take(/^(?!#{1,3} +\S|[-*] +\S|\d{1,9}[.)] +\S)(\s*\S.*)$/)
      if (paragraph.length > 0)
        blocks.push(html`<p>${inline(paragraph.map((one) => one.trim()).join('\n'))}</p>\n`)
      else at += 1
    }
  }
  return html`${blocks}`
}

function headingOf(level: number, title: string): Html {
  if (level === 1) return html`<h2>${inline(title)}</h2>\n`
  return level === 2 ? html`<h3>${inline(title)}</h3>\n` : html`<h4>${inline(title)}</h4>\n`
}

function itemOf(text: string): Html {
  return html`<li>${inline(text)}</li>`
}

function inline(text: string): Html {
  return html`${split(text, LINK, bold, ([label = '', address = '']) => html`<a href="${address}" rel="nofollow noopener noreferrer">${bold(label)}</a>`)}`
}

function bold(text: string): Html {
  return html`${split(
    text,
    BOLD,
    (plain) => html`${plain}`,
    ([strong = '']) => html`<strong>${strong}</strong>`,
  )}`
}

/** What lies between the finds of a form, and the finds. */
function split(
  text: string,
  form: RegExp,
  between: (plain: string) => Html,
  found: (groups: readonly string[]) => Html,
): Html[] {
  const parts: Html[] = []
  let from = 0
  for (const match of text.matchAll(form)) {
    const [whole, ...groups] = match
    parts.push(between(text.slice(from, match.index)), found(groups))
    from = match.index + whole.length
  }
  return [...parts, between(text.slice(from))]
}
