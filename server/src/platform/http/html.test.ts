import fc from 'fast-check'
import { expect, it } from 'vitest'
import { html } from './html.ts'

it('writes its own markup, and everything else as text', () => {
  const name = '<b onclick="x">Tom & Jerry’s</b>'
  expect(html`<p title="${name}">${name}</p>`.text).toBe(
    '<p title="&lt;b onclick=&quot;x&quot;&gt;Tom &amp; Jerry’s&lt;/b&gt;">&lt;b onclick=&quot;x&quot;&gt;Tom &amp; Jerry’s&lt;/b&gt;</p>',
  )
  expect(html`<ul>${['<a>', 'b'].map((one) => html`<li>${one}</li>`)}</ul>`.text).toBe(
    '<ul><li>&lt;a&gt;</li><li>b</li></ul>',
  )
  expect(html`${null}${undefined}${false}${0}${''}`.text).toBe('0')
})

it('lets nothing out of where it stands', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const inside = html`${text}`.text
      expect(inside).not.toMatch(/[<>"']/)
      const back = inside
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&quot;', '"')
        .replaceAll('&#39;', "'")
        .replaceAll('&amp;', '&')
      expect(back).toBe(text)
    }),
  )
})
