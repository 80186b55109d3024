/** Who asks for the password again when an operation wants it; the shell does. */
type Ask = () => Promise<boolean>

let ask: Ask | null = null

export function answerConfirmationsWith(next: Ask | null): void {
  ask = next
}

/** true: it was given, and the operation can be sent again. */
export function askForConfirmation(): Promise<boolean> {
  return ask ? ask() : Promise.resolve(false)
}
