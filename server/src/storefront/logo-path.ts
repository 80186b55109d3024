/** Of the storefront API. What is there never changes: another picture has another hash. */
export function logoPath(slug: string, hash: string): string {
  return `/v1/pub/shops/${slug}/logo/${hash}`
}
