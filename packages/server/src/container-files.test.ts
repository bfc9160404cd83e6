/** The files of the containers name paths, ports, users and settings that exist. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { readServing } from './settings.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

type Service = {
  readonly image: string
  readonly build?: { readonly context: string; readonly dockerfile: string }
  readonly env_file?: string
  readonly environment?: Readonly<Record<string, string>>
  readonly ports?: readonly string[]
  readonly volumes?: readonly string[]
  readonly secrets?: readonly string[]
  readonly depends_on?: readonly string[] | Readonly<Record<string, { readonly condition: string }>>
  readonly read_only?: boolean
  readonly cap_drop?: readonly string[]
}
type Compose = {
  readonly services: Readonly<Record<string, Service>>
  readonly volumes: Readonly<Record<string, null>>
  readonly secrets: Readonly<Record<string, { readonly file: string }>>
}

const compose = parse(read('ops/compose.yaml')) as Compose
const services = Object.entries(compose.services)
const dockerfile = read('ops/Dockerfile')
const port = String(readServing({}).port)
/** The value of an instruction in the Dockerfile. */
const of = (instruction: string) => [...dockerfile.matchAll(new RegExp(`^${instruction} (.+)$`, 'gm'))].map(([, value]) => value!)

it('the image holds the release alone, which its user cannot change, and starts as the service of a release does', () => {
  expect(of('COPY')).toEqual(['--chown=root:root . /opt/parley/'])
  expect(of('USER')).toEqual(['65532:65532'])
  const start = JSON.parse(of('ENTRYPOINT')[0]!) as string[]
  const unit = /^ExecStart=(.+)$/m.exec(read('tools/src/release/parley.service'))![1]!
  for (const word of start.slice(1)) expect(unit.split(' ')).toContain(word)
  expect(existsSync(join(root, 'packages/server/src/main.ts'))).toBe(true)
  expect(existsSync(join(root, 'tools/src/release/es2024.mjs'))).toBe(true)
  const settings = Object.fromEntries(
    of('ENV')[0]!
      .split(' ')
      .map((each) => each.split('=') as [string, string]),
  )
  expect(readServing(settings)).toMatchObject({ dataDir: '/var/lib/parley', host: '0.0.0.0', port: Number(port) })
  expect(of('VOLUME')).toEqual(['/var/lib/parley'])
  expect(of('EXPOSE')).toEqual([port])
  expect(dockerfile).toContain(`http://127.0.0.1:${port}/health/live`)
})

it('the services run the release behind TLS, with a read-only root and without rights', () => {
  expect(services.map(([name]) => name)).toEqual(['parley', 'postgres', 'caddy', 'prometheus', 'grafana'])
  const { parley } = compose.services
  expect(parley).toMatchObject({ read_only: true, cap_drop: ['ALL'], environment: { TRUST_PROXY: '1' } })
  expect(parley!.build).toEqual({ context: '../release', dockerfile: '../ops/Dockerfile' })
  // Only Caddy is reachable from other machines.
  const published = services.flatMap(([name, { ports = [] }]) => ports.map((each) => [name, each]))
  expect(published).toEqual([
    ['caddy', '80:80'],
    ['caddy', '443:443'],
    ['grafana', '127.0.0.1:3000:3000'],
  ])
})

it('every file, volume, secret and service that a service names exists', () => {
  for (const [name, service] of services) {
    for (const volume of service.volumes ?? []) {
      const [source = ''] = volume.split(':')
      if (source.startsWith('./')) expect([name, source, existsSync(join(root, 'ops', source))]).toEqual([name, source, true])
      else expect(Object.keys(compose.volumes)).toContain(source)
    }
    for (const secret of service.secrets ?? []) expect(Object.keys(compose.secrets)).toContain(secret)
    const needed = Array.isArray(service.depends_on) ? (service.depends_on as string[]) : Object.keys(service.depends_on ?? {})
    for (const other of needed) expect(Object.keys(compose.services)).toContain(other)
    if (service.env_file !== undefined) expect(existsSync(join(root, 'ops', `${service.env_file}.example`))).toBe(true)
  }
  // Secrets and settings are never committed.
  expect(read('ops/.gitignore').trim().split('\n')).toEqual(['/secrets/', '/parley.env'])
  for (const { file } of Object.values(compose.secrets)) expect(file).toMatch(/^\.\/secrets\//)
})

it('Caddy and Prometheus reach the port of Parley, and /metrics is not served outside', () => {
  const caddy = read('ops/caddy/Caddyfile')
  expect(caddy).toContain(`reverse_proxy parley:${port}`)
  expect(caddy).toContain('respond /metrics* 404')
  expect(caddy).toContain('health_uri /health/ready')
  const { scrape_configs: jobs } = parse(read('ops/prometheus/prometheus.yml')) as {
    scrape_configs: { authorization: { credentials_file: string }; static_configs: { targets: string[] }[] }[]
  }
  expect(jobs[0]!.static_configs).toEqual([{ targets: [`parley:${port}`] }])
  expect(jobs[0]!.authorization.credentials_file).toBe('/run/secrets/metrics_token')
})

it('every setting of the example is one of docs/operations.md', () => {
  const names = [...read('ops/parley.env.example').matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name!)
  const described = read('docs/operations.md')
  expect(names.filter((name) => !described.includes(`\`${name}\``))).toEqual([])
  expect(readServing({ ...Object.fromEntries(names.map((name) => [name, ''])), PUBLIC_URL: 'https://parley.example.com' }).publicUrl).toBe(
    'https://parley.example.com',
  )
})
