/** Saves a text as a file, made in the browser. */
export function download(name: string, text: string): void {
  saveFile(name, new Blob([`${text}\n`], { type: 'text/plain' }))
}

export function saveFile(name: string, file: Blob): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}
