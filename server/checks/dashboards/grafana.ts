/** The little of Grafana's format that our dashboards need. */

export interface Query {
  readonly expr: string
  /** The name of a line, such as `{{route}}`. */
  readonly legend: string
}

export interface Panel {
  readonly title: string
  /** What it shows and when to worry, for somebody who sees it for the first time. */
  readonly description: string
  readonly unit: 'short' | 's' | 'reqps' | 'ops' | 'percentunit' | 'bytes'
  readonly queries: readonly Query[]
}

export interface Dashboard {
  readonly uid: string
  readonly title: string
  readonly description: string
  readonly variables: readonly Variable[]
  readonly rows: readonly { readonly title: string; readonly panels: readonly Panel[] }[]
}

/** A choice above the dashboard: the values of a label. */
export interface Variable {
  readonly name: string
  readonly label: string
  readonly metric: string
}

const COLUMNS = 24
const PANEL_HEIGHT = 8
const DATA_SOURCE = { type: 'prometheus', uid: '$datasource' }

/** As Grafana's provisioning reads it. */
export function toGrafana({ uid, title, description, variables, rows }: Dashboard): string {
  let y = 0
  let id = 0
  const panels = rows.flatMap((row) => {
    const width = COLUMNS / Math.min(3, row.panels.length)
    const header = {
      id: ++id,
      type: 'row',
      title: row.title,
      collapsed: false,
      gridPos: { x: 0, y, w: COLUMNS, h: 1 },
      panels: [],
    }
    y += 1
    const below = row.panels.map((panel, index) => {
      const gridPos = {
        x: (index % 3) * width,
        y: y + Math.floor(index / 3) * PANEL_HEIGHT,
        w: width,
        h: PANEL_HEIGHT,
      }
      return { id: ++id, ...panelOf(panel), gridPos }
    })
    y += Math.ceil(row.panels.length / 3) * PANEL_HEIGHT
    return [header, ...below]
  })
  const dashboard = {
    uid,
    title,
    description,
    tags: ['punchcard'],
    schemaVersion: 39,
    editable: true,
    graphTooltip: 1,
    refresh: '30s',
    time: { from: 'now-3h', to: 'now' },
    timezone: 'browser',
    templating: { list: [dataSourceVariable(), ...variables.map(labelVariable)] },
    links: [
      { type: 'dashboards', title: 'Punchcard', tags: ['punchcard'], asDropdown: true, keepTime: true },
    ],
    annotations: { list: [] },
    panels,
  }
  return `${JSON.stringify(dashboard, null, 2)}\n`
}

function panelOf({ title, description, unit, queries }: Panel) {
  return {
    type: 'timeseries',
    title,
    description,
    datasource: DATA_SOURCE,
    fieldConfig: {
      defaults: { unit, min: 0, custom: { lineWidth: 1, fillOpacity: 10, showPoints: 'never' } },
      overrides: [],
    },
    options: {
      legend: { displayMode: 'table', placement: 'bottom', calcs: ['lastNotNull', 'max'] },
      tooltip: { mode: 'multi', sort: 'desc' },
    },
    targets: queries.map(({ expr, legend }, index) => ({
      refId: String.fromCharCode(65 + index),
      datasource: DATA_SOURCE,
      expr,
      legendFormat: legend,
    })),
  }
}

function dataSourceVariable() {
  return {
    name: 'datasource',
    label: 'Prometheus',
    type: 'datasource',
    query: 'prometheus',
    current: {},
    hide: 0,
  }
}

function labelVariable({ name, label, metric }: Variable) {
  return {
    name,
    label,
    type: 'query',
    datasource: DATA_SOURCE,
    query: { query: `label_values(${metric}, ${name})`, refId: name },
    refresh: 2,
    sort: 3,
    multi: false,
    includeAll: false,
    current: {},
  }
}
