/** Who is signed in. Anyone can write this cookie, so that curl can play the shopper: take it from your own session. */
export async function session(request: Request): Promise<{ readonly customerId: string } | null> {
  const customerId = /(?:^|; )customer=([\w-]+)/.exec(request.headers.get('cookie') ?? '')?.[1]
  return customerId === undefined ? null : { customerId }
}
