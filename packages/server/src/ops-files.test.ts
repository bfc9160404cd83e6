/** The files in ops/: alerts and the dashboard name metrics that exist, each alert has its paragraph in the runbook, and the proxies refuse calls over http. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import * as contracts from '@parley/contracts'
import { parse } from 'yaml'
import { createMetrics } from './metrics/metrics.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

type Alert = {
  readonly alert: string
  readonly expr: string
  readonly for: string
  readonly labels: { readonly severity: string }
  readonly annotations: { readonly summary: string; readonly description: string; readonly runbook: string }
}
type Panel = {
  readonly type: string
  readonly title: string
  readonly targets?: readonly { readonly expr: string; readonly legendFormat: string }[]
}

const alerts = (parse(read('ops/prometheus/alerts.yml')) as { groups: readonly { rules: readonly Alert[] }[] }).groups.flatMap(
  ({ rules }) => rules,
)
const dashboard = JSON.parse(read('ops/grafana/dashboards/parley.json')) as { uid: string; panels: readonly Panel[] }
const queries = dashboard.panels.flatMap(({ title, targets = [] }) =>
  targets.map(({ expr, legendFormat }) => ({ title, expr, legendFormat })),
)

/** Names as Prometheus stores them: a histogram has a bucket, a sum and a count. */
const metrics: ReadonlySet<string> = new Set([
  'up',
  ...(await createMetrics({}).text())
    .split('\n')
    .flatMap((line) => /^# TYPE (\w+) (\w+)$/.exec(line)?.slice(1) ?? [])
    .flatMap((name, place, all) =>
      place % 2 === 1 ? [] : all[place + 1] === 'histogram' ? ['_bucket', '_sum', '_count'].map((end) => name + end) : [name],
    ),
])
const LABELS = ['call', 'outcome', 'shard', 'venue', 'channel', 'worker', 'step', 'of', 'le', 'job', 'version', 'commit']
const FUNCTIONS = ['sum', 'by', 'rate', 'increase', 'changes', 'topk', 'histogram_quantile', 'ignoring', 'group_left', 'e8', 'e9']

/** The names in a query that are neither its functions, nor labels, nor their values, nor times. */
const namesIn = (expr: string): readonly string[] =>
  [
    ...expr
      .replaceAll(/"[^"]*"/g, '')
      .replaceAll(/\[\w+\]/g, '')
      .matchAll(/[a-z_][a-z0-9_]*/g),
  ]
    .map(([word]) => word)
    .filter((word) => !FUNCTIONS.includes(word) && !LABELS.includes(word))

describe('the alert rules', () => {
  it.each(alerts.map((alert) => [alert.alert, alert] as const))('%s names metrics that exist, and is in the runbook', (name, alert) => {
    expect(namesIn(alert.expr).filter((word) => !metrics.has(word))).toEqual([])
    expect(namesIn(alert.expr)).not.toEqual([])
    expect(['page', 'ticket']).toContain(alert.labels.severity)
    const [, paragraph = ''] = read('docs/runbook.md').split(`\n## ${name}\n`)
    const text = paragraph.split('\n## ')[0]!.trim()
    expect(text).toContain(`_${alert.labels.severity}_: \`${alert.expr}\``)
    expect(text.length).toBeGreaterThan(150)
    expect(alert.annotations.runbook).toBe(`docs/runbook.md#${name.toLowerCase()}`)
  })

  it('of the operator console name paragraphs of the runbook', () => {
    const named = read('packages/web/src/features/operator/alerts.ts').match(/Parley[A-Z]\w+/g)
    expect([...new Set(named)].filter((name) => !alerts.some(({ alert }) => alert === name))).toEqual([])
    expect(named!.length).toBeGreaterThan(4)
  })

  it('are all that the runbook describes', () => {
    const described = [...read('docs/runbook.md').matchAll(/^## (.+)$/gm)].map(([, name]) => name)
    expect(described).toEqual(alerts.map(({ alert }) => alert))
    expect(new Set(described).size).toBe(described.length)
  })
})

describe('the dashboard', () => {
  it('names metrics that exist in every query, and labels of theirs in every legend', () => {
    expect(queries.length).toBeGreaterThan(20)
    const unknown = queries.flatMap(({ title, expr }) =>
      namesIn(expr)
        .filter((word) => !metrics.has(word))
        .map((word) => `${title}: ${word}`),
    )
    expect(unknown).toEqual([])
    const labels = queries.flatMap(({ legendFormat }) => [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label]) => label!))
    expect(labels.filter((label) => !LABELS.includes(label))).toEqual([])
  })

  it('shows every metric of Parley that an alert watches', () => {
    const shown = new Set(queries.flatMap(({ expr }) => namesIn(expr)))
    const watched = new Set(alerts.flatMap(({ expr }) => namesIn(expr)).filter((word) => word.startsWith('parley_')))
    const elsewhere = [
      'parley_journal_differs',
      'parley_database_figures',
      'parley_shard_lease_epoch',
      'parley_mail_oldest_seconds',
      'parley_mail_failed',
    ]
    expect([...watched].filter((word) => !shown.has(word) && !elsewhere.includes(word))).toEqual([])
  })
})

it('Prometheus scrapes the path, and Grafana reads the Prometheus that the dashboard names', () => {
  const { rule_files: files, scrape_configs: jobs } = parse(read('ops/prometheus/prometheus.yml')) as {
    rule_files: string[]
    scrape_configs: { job_name: string; metrics_path: string }[]
  }
  expect(files).toEqual(['alerts.yml'])
  expect(jobs).toMatchObject([{ job_name: 'parley', metrics_path: '/metrics' }])
  const { datasources } = parse(read('ops/grafana/provisioning/datasources/prometheus.yml')) as { datasources: { uid: string }[] }
  expect(datasources.map(({ uid }) => uid)).toEqual([
    ...new Set([...read('ops/grafana/dashboards/parley.json').matchAll(/"uid": "(parley-\w+)"/g)].map(([, uid]) => uid)),
  ])
  expect(parse(read('ops/grafana/provisioning/dashboards/parley.yml'))).toMatchObject({ providers: [{ type: 'file' }] })
})

it('messages that the pages for operators quote are messages of Parley', () => {
  const texts = readdirSync(join(root, 'docs/texts')).filter((name) => name.startsWith('messages-'))
  const messages = texts.map((name) => read(`docs/texts/${name}`)).join('\n')
  const quoted = ['docs/operations.md', 'docs/runbook.md']
    .flatMap((page) => [
      ...read(page)
        .replaceAll(/```.*?```/gs, '')
        .matchAll(/`([^`\n]+)`/g),
    ])
    .map(([, text]) => text!)
    .filter((text) => /^(… )?[A-Z][a-z]* [a-zA-Z]/.test(text) && !/[-=/_${}]/.test(text))
  expect(quoted.length).toBeGreaterThan(30)
  // A dot or a number is a value.
  const isKnown = (text: string) => text.split(/…|\d+/).every((part) => messages.includes(part.trim()))
  expect(quoted.filter((text) => !isKnown(text))).toEqual([])
})

describe('the proxies', () => {
  const isGroup = (one: unknown): one is object => typeof one === 'object' && one !== null
  const paths = Object.values(contracts as Readonly<Record<string, unknown>>)
    .filter(isGroup)
    .flatMap((group) => Object.values(group as Readonly<Record<string, unknown>>))
    .filter(isGroup)
    .flatMap((call) => ('method' in call && 'path' in call ? [String(call.path).split('/')[1]!] : []))
  const prefixes = [...new Set(paths)].toSorted()

  it('refuse every call over http, and serve no metrics', () => {
    expect(prefixes).toContain('v2')
    const caddy = read('ops/caddy/Caddyfile')
    const calls = /@calls path (.+)/.exec(caddy)?.[1]?.split(' ')
    expect(calls?.toSorted()).toEqual(prefixes.map((prefix) => `/${prefix}/*`))
    // Caddy sorts the directives of one level, and a redirection comes before a response.
    expect(caddy).toMatch(/handle @calls \{\s+respond "Use https\." 403\s+\}\s+handle \{\s+redir /)
    expect(caddy).toContain('respond /metrics* 404')
    const nginx = read('ops/nginx/parley.conf')
    expect(/location ~ \^\/\(([^)]+)\)\//.exec(nginx)?.[1]?.split('|').toSorted()).toEqual(prefixes)
    expect(nginx).toMatch(/location \/metrics \{\s+return 404;/)
  })

  it('pass sockets, the host, and an address that no client can choose', () => {
    const nginx = read('ops/nginx/parley.conf')
    for (const header of ['Host $http_host', 'Upgrade $http_upgrade', 'Connection $parley_connection', 'X-Forwarded-For $remote_addr'])
      expect(nginx).toContain(`proxy_set_header ${header};`)
  })
})
