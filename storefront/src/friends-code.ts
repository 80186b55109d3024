/** What the server takes as a friend's code. */
const LENGTH_MAX = 64

/**
 * The code that a friend came with: that of the address, else one that this tab has met before. It is offered to who
 * joins next, and kept nowhere else.
 */
export function friendsCode(given?: string | null): string | null {
  let code = given || new URLSearchParams(location.search).get('ref')
  try {
    if (code) sessionStorage.punchcardRef = code
    else code = sessionStorage.punchcardRef
  } catch {
    // The browser forbids it: then it is known on this page alone.
  }
  return code?.slice(0, LENGTH_MAX) ?? null
}

/** It was used: the next person in this tab came without it. */
export function forgetCode(): void {
  try {
    delete sessionStorage.punchcardRef
  } catch {
    // As above.
  }
}

// A page on the way to joining may have no element that asks. Where pages are rendered on a server there is no address.
if (globalThis.document) friendsCode()
