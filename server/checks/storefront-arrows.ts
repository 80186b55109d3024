import { importsOf, type Sources } from './imports.ts'

/** What describes an operation of the storefront API. */
const TYPES_OF_OPERATIONS =
  /^\.\.\/\.\.\/server\/src\/([a-z]+\/public-api|http\/storefront)\/[a-z-]*schema\.ts$/

/** Why files of storefront/src/ may not import what they import: pages of shops load nothing but these files. */
export function findBrokenStorefrontArrows(sources: Sources): string[] {
  return [...sources].flatMap(([file, source]) =>
    importsOf(file, source).flatMap(({ target, isFile, isType }) => {
      const why = isFile ? whyNot(target, isType) : whyNotPackage(file, target, isType)
      return why === null ? [] : [`storefront/src/${file} imports ${target}: ${why}`]
    }),
  )
}

/** For JSX there are types alone: React loads the elements as any page does. */
function whyNotPackage(file: string, target: string, isType: boolean): string | null {
  const isOfFramework = ['react', 'vue'].some((name) => file === `${name}.d.ts` && target === name)
  return isOfFramework && isType ? null : 'the elements have no dependency'
}

function whyNot(target: string, isType: boolean): string | null {
  if (!target.startsWith('../')) return null
  if (!TYPES_OF_OPERATIONS.test(target)) return 'the elements stand on their own'
  return isType ? null : 'of the server only types are taken'
}
