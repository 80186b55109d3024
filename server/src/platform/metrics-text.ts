/**
 * The metrics of several processes as one page. Their series have to differ by a label: then none is added up, and a
 * process that begins again at 0 is a restart of its own series, as Prometheus expects it. A sum would fall instead, and
 * `rate` would take what is left of it for new requests.
 */
export function joinMetrics(pages: readonly string[]): string {
  const byName = new Map<string, { readonly head: string; readonly lines: string[] }>()
  for (const page of pages) {
    for (const part of page.split(/^(?=# HELP )/m)) {
      const [, name, head = '', lines = ''] = /^# HELP (\S+)((?:.*\n# TYPE .*\n)?)([\s\S]*)$/.exec(part) ?? []
      if (name === undefined) continue
      const metric = byName.get(name) ?? { head: `# HELP ${name}${head}`, lines: [] }
      byName.set(name, metric)
      metric.lines.push(lines.trim())
    }
  }
  return [...byName.values()]
    .map(({ head, lines }) => `${head}${lines.filter((line) => line !== '').join('\n')}\n`)
    .join('\n')
}
