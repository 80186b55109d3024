import { importsOf, type Sources } from './imports.ts'

/** Why files of sdk/src/ may not import what they import: what is published stands alone, types included. */
export function findBrokenClientArrows(sources: Sources): string[] {
  return [...sources].flatMap(([file, source]) =>
    importsOf(file, source).flatMap(({ target, isFile }) =>
      isFile && !target.startsWith('../')
        ? []
        : [`sdk/src/${file} imports ${target}: the client library has nothing but its own files`],
    ),
  )
}
