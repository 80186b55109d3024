import type { ReactNode } from 'react'
import css from './storefront.module.css'

const HEADING = /^(#{1,3}) +(\S.*)$/
const BULLET = /^[-*] +(\S.*)$/
const NUMBERED = /^\d{1,9}[.)] +(\S.*)$/
const LINK = /\[([^[\]\n]{1,300})\]\(((?:https:\/\/|mailto:)[^\s()<>"'\\]{1,2000})\)/g
const BOLD = /\*\*([^*\n]+)\*\*/g

/** Terms as customers read them. The server knows the same five things: headings, paragraphs, lists, bold and links. */
export function TermsText({ markdown }: { readonly markdown: string }) {
  const lines = markdown.replaceAll('\r\n', '\n').split('\n')
  const blocks: ReactNode[] = []
  let at = 0
  const take = (form: RegExp): string[] => {
    const from = at
    while (form.test(lines[at] ?? '')) at += 1
    return lines.slice(from, at).map((line) => form.exec(line)?.[1] ?? '')
  }
  while (at < lines.length) {
    const line = lines[at] ?? ''
    const [heading, level = '', title = ''] = HEADING.exec(line) ?? []
    const key = at
    if (heading !== undefined) {
      blocks.push(<Heading key={key} level={level.length} title={title} />)
      at += 1
    } else if (BULLET.test(line)) blocks.push(<ul key={key}>{itemsOf(take(BULLET))}</ul>)
    else if (NUMBERED.test(line)) blocks.push(<ol key={key}>{itemsOf(take(NUMBERED))}</ol>)
    else if (line.trim() === '') at += 1
    else {
      const from = at
      do at += 1
      while (isText(lines[at] ?? ''))
      blocks.push(
        <p key={key}>
          {inline(
            lines
              .slice(from, at)
              .map((one) => one.trim())
              .join('\n'),
          )}
        </p>,
      )
    }
  }
  return <div className={css.termsText}>{blocks}</div>
}

function isText(line: string): boolean {
  return line.trim() !== '' && ![HEADING, BULLET, NUMBERED].some((form) => form.test(line))
}

function Heading({ level, title }: { readonly level: number; readonly title: string }) {
  if (level === 1) return <h3>{inline(title)}</h3>
  return level === 2 ? <h4>{inline(title)}</h4> : <h5>{inline(title)}</h5>
}

function itemsOf(items: readonly string[]): ReactNode {
  return items.map((item, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: lines of a text have nothing else
    <li key={index}>{inline(item)}</li>
  ))
}

function inline(text: string): ReactNode {
  return split(text, LINK, bold, ([label = '', address = '']) => (
    <a href={address} target="_blank" rel="noreferrer">
      {bold(label)}
    </a>
  ))
}

function bold(text: string): ReactNode {
  return split(
    text,
    BOLD,
    (plain) => plain,
    ([strong = '']) => <strong>{strong}</strong>,
  )
}

/** What lies between the finds of a form, and the finds. */
function split(
  text: string,
  form: RegExp,
  between: (plain: string) => ReactNode,
  found: (groups: readonly string[]) => ReactNode,
): ReactNode {
  const parts: ReactNode[] = []
  let from = 0
  for (const match of text.matchAll(form)) {
    const [whole, ...groups] = match
    parts.push(
      <span key={from}>
        {between(text.slice(from, match.index))}
        {found(groups)}
      </span>,
    )
    from = match.index + whole.length
  }
  return (
    <>
      {parts}
      {between(text.slice(from))}
    </>
  )
}
