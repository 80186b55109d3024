import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { seedOf } from '../../../test/support/seed.ts'
import { checkedTexts } from './check-texts.ts'
import { renderTerms } from './markdown.ts'

const SEED = seedOf()
/** By name as many as one likes: `TERMS=100000 npm test -- terms/rules`. */
const TERMS = Number(process.env.TERMS ?? 2_000)

describe('terms are markup of five things', () => {
  it.each([
    ['# Points', '<h2>Points</h2>'],
    ['## Points', '<h3>Points</h3>'],
    ['### Points', '<h4>Points</h4>'],
    ['#### Points', '<p>#### Points</p>'],
    ['#Points', '<p>#Points</p>'],
    ['One\ntwo\n\nthree', '<p>One\ntwo</p>\n<p>three</p>'],
    ['- one\n- two', '<ul><li>one</li><li>two</li></ul>'],
    ['1. one\n2) two', '<ol><li>one</li><li>two</li></ol>'],
    ['Text\n- one\nMore', '<p>Text</p>\n<ul><li>one</li></ul>\n<p>More</p>'],
    ['a **bold** word', '<p>a <strong>bold</strong> word</p>'],
    ['2 * 3 ** 4', '<p>2 * 3 ** 4</p>'],
    [
      '# See [**us**](https://shop.example/a?b=1&c)',
      '<h2>See <a href="https://shop.example/a?b=1&amp;c" rel="nofollow noopener noreferrer"><strong>us</strong></a></h2>',
    ],
    [
      '[write](mailto:a@shop.example)',
      '<p><a href="mailto:a@shop.example" rel="nofollow noopener noreferrer">write</a></p>',
    ],
    ['', ''],
    ['\r\n \r\n', ''],
  ])('%j', (markdown, expected) => {
    expect(renderTerms(markdown).text.trimEnd()).toBe(expected)
  })

  it.each([
    '<script>alert(1)</script>',
    '[x](javascript:alert(1))',
    '[x](JAVASCRIPT:alert(1))',
    '[x](https://a"onclick="b)',
    '[x](data:text/html,<b>)',
    '[x](http://shop.example)',
    '[x]( https://shop.example)',
    '![x](https://shop.example/a.png)'.replace('https', 'ftp'),
    '<a href="https://evil.example">x</a>',
  ])('everything else is text: %j', (markdown) => {
    expect(renderTerms(markdown).text).not.toMatch(/<(?!\/?p>)/)
  })
})

describe('a merchant who means harm', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      ...[
        '<script>',
        '</p>',
        '<img src=x onerror=alert(1)>',
        '&lt;',
        '"',
        "'",
        '`',
        '\\',
        '\n',
        '\n\n',
        '\r\n',
        ' ',
      ],
      ...[
        '# ',
        '## ',
        '- ',
        '1. ',
        '**',
        '*',
        '[',
        ']',
        '(',
        ')',
        '](',
        'https://',
        'mailto:',
        'javascript:',
      ],
      ...['[a](https://shop.example)', '[a](javascript:alert(1))', '[a](https://b" onmouseover="c)'],
      ...['\u202e', '\u2066', '\u200f', '\u061c', '\u2028', '\0', '\u0085'],
    ),
    fc.string({ unit: 'binary', maxLength: 12 }),
  )
  const terms = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(''))
  const TAG =
    /<\/?(?:h[234]|p|ul|ol|li|strong|a)>|<a href="(?:https:\/\/|mailto:)[^"<>\s]*" rel="nofollow noopener noreferrer">/g

  it('gets no markup of their own, no address that runs, nothing that turns text around', () => {
    fc.assert(
      fc.property(terms, (markdown) => {
        const { text } = renderTerms(markdown)
        expect(text.replace(TAG, '')).not.toMatch(/[<>"']/)
        expect(text).not.toMatch(/[\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c\u2028\u2029\0]/)
      }),
      { numRuns: TERMS, seed: SEED },
    )
  })

  it('closes what is opened, in its order', () => {
    fc.assert(
      fc.property(terms, (markdown) => {
        const open: string[] = []
        for (const [, slash, name = ''] of renderTerms(markdown).text.matchAll(/<(\/?)([a-z]\w*)/g)) {
          if (slash) expect(open.pop()).toBe(name)
          else open.push(name)
        }
        expect(open).toEqual([])
      }),
      { numRuns: TERMS, seed: SEED },
    )
  })

  it.each(['[', '[a](', '**', '**a', '# ', '- ', '1. ', '[a](https://b', '\n', ' ', 'x'])(
    'waits no longer for 100 KB of %j',
    (one) => {
      const began = performance.now()
      renderTerms(one.repeat(Math.floor((100 * 1024) / one.length)))
      expect(performance.now() - began).toBeLessThan(1_000)
    },
  )
})

describe('what is kept', () => {
  it('has line feeds alone, and nothing of a blank text', () => {
    expect(checkedTexts({ en: 'a\r\nb\rc', es: ' \n', 'pt-BR': null })).toEqual({ en: 'a\nb\nc' })
  })

  it.each([
    ['en', 'x'.repeat(100 * 1024 + 1)],
    ['es', 'é'.repeat(50 * 1024 + 1)],
    ['pt-BR', 'a\u202eb'],
    ['en', 'a\u0000b'],
    ['en', 'a\u2028b'],
  ])('is refused where it is too long or can’t be seen: %s', (language, text) => {
    expect(checkedTexts({ [language]: text })).toMatchObject({
      why: 'invalid',
      problems: [{ pointer: `/texts/${language}` }],
    })
  })

  it('may be 100 KB in each language', () => {
    const text = 'é'.repeat(50 * 1024)
    expect(checkedTexts({ en: text, es: text, 'pt-BR': text })).toEqual({ en: text, es: text, 'pt-BR': text })
  })
})
