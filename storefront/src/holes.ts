import { type Child, h } from './dom.ts'

/** Something that is counted, as holes that are punched. It is read aloud as one sentence. */
export function holes(done: number, of: number, sentence: string): Child {
  return h(
    'span',
    { part: 'holes', role: 'img', 'aria-label': sentence },
    Array.from({ length: of }, (_, index) =>
      h('i', { class: index < done ? 'on' : index === done ? 'next' : null }),
    ),
  )
}
