/** The files that run an installation of many processes name only what exists, and each check finds a file that is broken in its way. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { addressesOf, parseCompose, problemsOfCompose } from '../test/ops-files/compose.ts'
import { parseManifests, problemsOfNames, problemsOfTypes } from '../test/ops-files/kubernetes.ts'
import { exampleOf, port, read, root } from '../test/ops-files/product.ts'

const roles = read('ops/compose.roles.yaml')

/** The text with one part replaced, which has to be there. */
function broken(text: string, from: string, to: string): string {
  expect(text).toContain(from)
  return text.replace(from, to)
}

describe('the Compose files', () => {
  it.each(['ops/compose.yaml', 'ops/compose.roles.yaml'])('%s fits the specification, and all that it names exists', (path) => {
    expect(problemsOfCompose(read(path))).toEqual([])
  })

  it('run two gateways, two owners of shards, a worker, a primary with a standby, NATS, a door, metrics and a dashboard', () => {
    const { services } = parseCompose(roles)
    expect(Object.keys(services).toSorted()).toEqual(
      [
        ...['gateway-1', 'gateway-2', 'shards-1', 'shards-2', 'workers-1', 'postgres-1', 'postgres-2', 'nats'],
        ...['caddy', 'prometheus', 'grafana'],
      ].toSorted(),
    )
    // Only Caddy is reachable from other machines.
    expect(Object.entries(services).flatMap(([name, { ports = [] }]) => ports.map((each) => `${name} ${each}`))).toEqual([
      'caddy 80:80',
      'caddy 443:443',
      'grafana 127.0.0.1:3000:3000',
    ])
  })

  it.each([
    [
      'a word of the specification',
      'read_only: true',
      'readonly: true',
      '/services/gateway-1 must NOT have unevaluated|additional properties',
    ],
    ['a value of the specification', 'retries: 12', 'retries: twelve', 'retries must be'],
    ['a role', '[--role, shards]', '[--role, shard]', 'shards-1: --role is shard; it must be one of all, gateway, shards, workers.'],
    ['a setting', 'TRUST_PROXY:', 'TRUST_PROXIES:', 'gateway-1: TRUST_PROXIES is not a setting'],
    ['the value of a setting', "STOP_DELAY_MS: '3000'", "STOP_DELAY_MS: '3 s'", 'gateway-1: STOP_DELAY_MS is 3 s; it must be a number'],
    ['the time of a stop', 'stop_grace_period: 100s', 'stop_grace_period: 20s', 'shards-1: it is killed before it has stopped'],
    ['rights', 'cap_drop: [ALL]\n  security_opt', 'cap_drop: [NET_RAW]\n  security_opt', 'workers-1: it has rights'],
    ['the folder of the data', '/var/lib/parley:uid', '/var/lib/parlay:uid', 'gateway-2: it cannot write to /var/lib/parley'],
    ['a file', './nats/nats.conf', './nats/nat.conf', 'nats: ./nats/nat.conf does not exist'],
    ['a volume', '- postgres-2:/var', '- postgres-3:/var', 'postgres-2: postgres-3 does not exist'],
    [
      'a secret',
      'secrets: [replication_password]',
      'secrets: [replica_password]',
      'postgres-2: the secret replica_password does not exist',
    ],
    ['a service', 'depends_on: [gateway-1, gateway-2]', 'depends_on: [gateway-3]', 'caddy: the service gateway-3 does not exist'],
    ['the folder of the release', 'context: ../release', 'context: ..', 'gateway-1: it is not built from the release'],
    ['the settings', 'env_file: parley.roles.env', 'env_file: roles.env', 'shards-2: roles.env has no example'],
  ])('are refused if %s is wrong', (_, from, to, sentence) => {
    expect(problemsOfCompose(broken(roles, from, to)).join('\n')).toMatch(new RegExp(sentence.replaceAll(/[.[\]/]/g, String.raw`\$&`)))
  })

  it('wait for a health check only if there is one', () => {
    const [before, after] = roles.split('    healthcheck:\n      test: [CMD, wget')
    const without = `${before}    x-check:\n      test: [CMD, wget${after}`
    expect(problemsOfCompose(without)).toContain('gateway-1: nats has no health check')
  })
})

describe('the parts around the processes', () => {
  const addresses = addressesOf(parseCompose(roles))

  it('Caddy balances over the gateways that are ready, keeps a browser at one of them, and serves no metrics', () => {
    const caddy = read('ops/caddy/Caddyfile.roles')
    const upstreams = /reverse_proxy (.+) \{/.exec(caddy)![1]!.split(' ')
    expect(upstreams).toEqual(addresses.filter((one) => one.startsWith('gateway-')))
    expect(caddy).toContain('health_uri /health/ready')
    expect(caddy).toContain('lb_policy cookie ')
    // All else is the file of one process.
    const around = (text: string) => text.replace(/^#.*\n/, '').replace(/\treverse_proxy[^}]+\}/, '')
    expect(around(caddy)).toBe(around(read('ops/caddy/Caddyfile')))
  })

  it('Prometheus scrapes every process under the name of the alerts', () => {
    type Scrape = {
      readonly rule_files: readonly string[]
      readonly scrape_configs: readonly [
        {
          readonly job_name: string
          readonly static_configs: readonly { readonly targets: string[]; readonly labels: { readonly role: string } }[]
        },
      ]
    }
    const { rule_files: rules, scrape_configs: jobs } = parse(read('ops/prometheus/prometheus.roles.yml')) as Scrape
    expect(rules).toEqual(['alerts.yml'])
    expect(jobs[0].job_name).toBe('parley')
    expect(jobs[0].static_configs.flatMap(({ targets }) => targets)).toEqual(addresses)
    for (const { targets, labels } of jobs[0].static_configs)
      for (const one of targets) expect(one).toMatch(new RegExp(`^${labels.role}-\\d:${port}$`))
    const { command } = parseCompose(roles).services['prometheus']!
    expect(command).toContain('--config.file=/etc/prometheus/prometheus.roles.yml')
  })

  it('NATS takes messages of the size and the password that processes use, and stores nothing', () => {
    const nats = read('ops/nats/nats.conf')
    expect(nats).not.toContain('jetstream')
    const manifest = parseManifests(read('ops/kubernetes/nats.yaml'))[0]!.data!['nats.conf']!
    const settings = (text: string) => text.split('\n').filter((line) => !line.startsWith('#'))
    expect(settings(manifest)).toEqual(settings(nats))
    for (const example of ['ops/parley.roles.env.example', 'ops/kubernetes/secret.env.example']) {
      const { username, hostname, port: at } = new URL(exampleOf(example)['NATS_URL']!)
      expect([username, hostname, at]).toEqual(['parley', 'nats', /listen: "0\.0\.0\.0:(\d+)"/.exec(nats)![1]])
      expect(nats).toContain(`user: ${username}`)
    }
    expect(read('docs/operations.md')).toContain(/max_payload: \w+/.exec(nats)![0])
  })

  it('the database is that of the services, and the standby has the name for which the primary waits', () => {
    const { services } = parseCompose(roles)
    const { DATABASE_URL: url = '' } = exampleOf('ops/parley.roles.env.example')
    expect(url.split('@')[1]).toBe('postgres-1:5432,postgres-2:5432/parley?target_session_attrs=read-write')
    expect(services['postgres-2']!.environment).toEqual({ PRIMARY: 'postgres-1' })
    const [primary, standby] = [read('ops/postgres/primary.sh'), read('ops/postgres/standby.sh')]
    const [, waitsFor] = /synchronous_standby_names = '(\w+)'/.exec(primary)!
    expect(standby).toContain(`application_name=${waitsFor}`)
    expect(standby).toContain(`--slot ${/create_physical_replication_slot\('(\w+)'\)/.exec(primary)![1]}`)
    expect(standby).toContain(`synchronous_standby_names = ''`)
    // A promoted standby serves as many connections as the primary did.
    expect(services['postgres-2']!.command).toEqual(services['postgres-1']!.command)
  })
})

describe('the Kubernetes manifests', () => {
  const files = readdirSync(join(root, 'ops/kubernetes')).filter((name) => name.endsWith('.yaml') && name !== 'kustomization.yaml')
  const text = files.map((name) => read(`ops/kubernetes/${name}`)).join('---\n')
  const manifests = parseManifests(text)

  it('are all in the list of the folder', () => {
    const { resources, images } = parse(read('ops/kubernetes/kustomization.yaml')) as {
      resources: string[]
      images: { name: string; newTag: string }[]
    }
    expect(resources.toSorted()).toEqual(files.toSorted())
    const { version } = JSON.parse(read('package.json')) as { version: string }
    expect(images).toMatchObject([{ name: 'parley', newTag: version }])
  })

  it('fit the types of the API, in which an unknown field is an error, and all that they name exists', () => {
    expect(problemsOfNames(manifests)).toEqual([])
    expect(problemsOfTypes(manifests)).toEqual([])
    const kinds = manifests.map(({ kind, metadata }) => `${kind} ${metadata.name}`)
    for (const role of ['gateway', 'shards', 'workers'])
      expect(kinds).toEqual(expect.arrayContaining([`Deployment ${role}`, `PodDisruptionBudget ${role}`]))
  })

  it('are refused if a field is unknown or has the wrong type', () => {
    const wrong = parseManifests(broken(broken(text, 'readinessProbe:', 'readinesProbe:'), 'maxUnavailable: 1', 'maxUnavailable: [1]'))
    const found = problemsOfTypes(wrong).join('\n')
    expect(found).toContain('readinesProbe')
    expect(found).toContain(`Type 'number[]' is not assignable`)
  })

  it.each([
    ['a role', 'args: [--role, workers]', 'args: [--role, worker]', 'Deployment workers: --role is worker; it must be one of'],
    ['a setting', 'name: STOP_DELAY_MS,', 'name: STOP_DELAY,', 'Deployment gateway: STOP_DELAY is not a setting'],
    ['a shared setting', 'VENUES: DBT', 'VENUE: DBT', 'Deployment shards: VENUE is not a setting'],
    ['the value of a setting', 'VENUES: DBT', 'VENUES: DBX', 'Deployment gateway: VENUES is DBX; it must list venues'],
    [
      'a path of health',
      'path: /health/ready, port: http',
      'path: /ready, port: http',
      'Deployment gateway: a probe does not ask /health/ready',
    ],
    [
      'the time of a stop',
      'terminationGracePeriodSeconds: 100',
      'terminationGracePeriodSeconds: 35',
      'Deployment gateway: it is killed before it has stopped',
    ],
    ['the user', 'runAsUser: 65532', 'runAsUser: 0', 'Deployment gateway: it does not run as user 65532'],
    ['a right', 'readOnlyRootFilesystem: true', 'readOnlyRootFilesystem: false', 'Deployment gateway: its container has rights'],
    ['the folder of the data', 'mountPath: /var/lib/parley', 'mountPath: /data', 'Deployment gateway: it cannot write to /var/lib/parley'],
    ['a volume', '- name: temporary\n', '- name: temp\n', 'Deployment gateway: there is no volume temporary'],
    [
      'the name of the settings',
      'configMapRef: { name: parley }',
      'configMapRef: { name: settings }',
      'Deployment gateway: there is no ConfigMap settings',
    ],
    ['the name of the secret', 'secretRef: { name: parley }', 'secretRef: { name: keys }', 'Deployment gateway: there is no secret keys'],
    ['a key of the secret', 'key: NATS_PASSWORD', 'key: NATS_PASS', 'Deployment nats: the secret has no NATS_PASS'],
    ['a port', 'containerPort: 4000', 'containerPort: 4001', 'Deployment gateway: it does not name the port 4000'],
    ['the port of a service', 'targetPort: nats', 'targetPort: client', 'Service nats: there is no port client'],
    [
      'the choice of a service',
      'selector: { app: parley, role: gateway }',
      'selector: { app: parley }',
      'Service gateway: it selects no Deployment, or several',
    ],
    [
      'the service of the ingress',
      'name: gateway\n                port',
      'name: door\n                port',
      'Ingress parley: there is no service door',
    ],
  ])('are refused if %s is wrong', (_, from, to, sentence) => {
    const found = problemsOfNames(parseManifests(broken(text, from, to)))
    expect(found.filter((one) => one.startsWith(sentence))).not.toEqual([])
  })
})
