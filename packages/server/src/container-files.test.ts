/** The image, and the file that runs it as one process. role-files.test.ts checks what each Compose file names. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { parseCompose } from '../test/ops-files/compose.ts'
import { read, root } from '../test/ops-files/product.ts'
import { readServing } from './settings.ts'

const compose = parseCompose(read('ops/compose.yaml'))
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

it('secrets and settings are never committed', () => {
  expect(read('ops/.gitignore').trim().split('\n')).toEqual(['/secrets/', '/parley.env', '/parley.roles.env', '/kubernetes/secret.env'])
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
