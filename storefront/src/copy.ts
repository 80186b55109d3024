import type { About } from './answers.ts'
import { type Child, h } from './dom.ts'

/** Copies what the `code` beside it shows; where the browser forbids that, marks it at least. */
export const copyButton = ({ texts }: About, value: string, isCopied: boolean, copied: () => void): Child =>
  h(
    'button',
    {
      id: 'copy',
      async onclick({ currentTarget }) {
        const shown = (currentTarget as Element).parentElement?.querySelector('code') as Element
        try {
          await navigator.clipboard.writeText(value)
          copied()
        } catch {
          getSelection()?.selectAllChildren(shown)
        }
      },
    },
    isCopied ? texts.copied : texts.copy,
  )
