/** The ETag of something that tells its version. */
export function etagOf({ version }: { readonly version: number }): string {
  return `"r${version}"`
}
