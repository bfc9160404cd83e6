/** Checks Kubernetes manifests by the types of its API, in which an unknown field is an error, and by what they name. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseAllDocuments } from 'yaml'
import { exampleOf, port, problemOfStart, read, root, settings, stopMs } from './product.ts'

type Named = { readonly name: string }
type Probe = { readonly httpGet: { readonly path: string; readonly port: string } }
type Container = {
  readonly image: string
  readonly args: readonly string[]
  readonly envFrom?: readonly { readonly configMapRef?: Named; readonly secretRef?: Named }[]
  readonly env?: readonly {
    readonly name: string
    readonly value?: string
    readonly valueFrom?: { readonly secretKeyRef: Named & { readonly key: string } }
  }[]
  readonly ports: readonly { readonly name: string; readonly containerPort: number }[]
  readonly startupProbe?: Probe
  readonly livenessProbe?: Probe
  readonly readinessProbe?: Probe
  readonly securityContext?: object
  readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[]
}
type Labels = Readonly<Record<string, string>>
type Pod = {
  readonly metadata: { readonly labels: Labels }
  readonly spec: {
    readonly terminationGracePeriodSeconds?: number
    readonly securityContext?: { readonly runAsNonRoot?: boolean; readonly runAsUser?: number }
    readonly containers: readonly Container[]
    readonly volumes: readonly { readonly name: string; readonly configMap?: Named }[]
  }
}
type Backend = { readonly service: { readonly name: string; readonly port: Named } }
export type Manifest = {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: Named
  readonly data?: Labels
  readonly spec?: {
    readonly template?: Pod
    readonly selector?: Labels & { readonly matchLabels?: Labels }
    readonly podSelector?: { readonly matchLabels: Labels }
    readonly ports?: readonly { readonly name: string; readonly targetPort: string }[]
    readonly rules?: readonly { readonly http: { readonly paths: readonly { readonly backend: Backend }[] } }[]
  }
}

export const parseManifests = (text: string): readonly Manifest[] => parseAllDocuments(text).map((one) => one.toJS() as Manifest)

/** The secret that docs/operations.md makes, from the example of the settings. */
const SECRET = 'parley'

/** Every kind is in the module of its group. */
const moduleOf = ({ apiVersion }: Manifest): string => {
  const [group, version] = apiVersion.includes('/') ? apiVersion.split('/') : ['core', apiVersion]
  return `kubernetes-types/${group!.split('.')[0]}/${version}`
}

/** The messages of the compiler about the manifests, written as constants of their types. */
export function problemsOfTypes(manifests: readonly Manifest[]): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), 'parley-manifests-'))
  try {
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
    const constant = (one: Manifest, place: number) =>
      `import type { ${one.kind} as Kind${place} } from '${moduleOf(one)}'\nexport const ${one.kind}_${place}: Kind${place} = ${JSON.stringify(one)}\n`
    writeFileSync(join(folder, 'manifests.ts'), manifests.map(constant).join(''))
    const flags = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'esnext', '--moduleResolution', 'bundler', '--types', '']
    const words = [join(root, 'node_modules/typescript/bin/tsc'), ...flags, 'manifests.ts']
    const { status, stdout, stderr } = spawnSync(process.execPath, words, { cwd: folder, encoding: 'utf8' })
    const problems = stdout.split('\n').filter((line) => line.includes('error TS'))
    if (status !== 0 && problems.length === 0) throw new Error(`the compiler failed: ${stdout}${stderr}`)
    return problems
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** One sentence for each name that does not exist, and for each container that does not start or has rights. */
export function problemsOfNames(manifests: readonly Manifest[]): readonly string[] {
  const of = (kind: string) => manifests.filter((one) => one.kind === kind)
  const pods = of('Deployment').map(({ spec }) => spec!.template!)
  const chosen = (labels: Labels) =>
    pods.filter(({ metadata }) => Object.entries(labels).every(([name, value]) => metadata.labels[name] === value))
  return manifests.flatMap((one) => {
    const { kind, metadata, spec } = one
    const problems: string[] = []
    const labels = kind === 'Service' ? spec!.selector! : (spec?.selector?.matchLabels ?? spec?.podSelector?.matchLabels)
    if (labels !== undefined && chosen(labels).length !== 1) problems.push('it selects no Deployment, or several')
    if (kind === 'Service')
      for (const { targetPort } of spec!.ports!)
        if (!chosen(spec!.selector!).every((pod) => pod.spec.containers[0]!.ports.some(({ name }) => name === targetPort)))
          problems.push(`there is no port ${targetPort}`)
    for (const { backend } of spec?.rules?.flatMap(({ http }) => http.paths) ?? []) {
      const service = of('Service').find((each) => each.metadata.name === backend.service.name)
      if (service?.spec!.ports!.some(({ name }) => name === backend.service.port.name) !== true)
        problems.push(`there is no service ${backend.service.name}`)
    }
    if (kind === 'Deployment') problems.push(...problemsOfPod(spec!.template!, of('ConfigMap')))
    return problems.map((problem) => `${kind} ${metadata.name}: ${problem}`)
  })
}

function problemsOfPod({ spec }: Pod, maps: readonly Manifest[]): readonly string[] {
  const problems: string[] = []
  const mapOf = ({ name }: Named) => maps.find(({ metadata }) => metadata.name === name)
  const [user] = /^USER (\d+)/m.exec(read('ops/Dockerfile'))!.slice(1)
  if (spec.securityContext?.runAsNonRoot !== true || spec.securityContext.runAsUser !== Number(user))
    problems.push(`it does not run as user ${user}`)
  for (const { configMap } of spec.volumes)
    if (configMap !== undefined && mapOf(configMap) === undefined) problems.push(`there is no ConfigMap ${configMap.name}`)
  for (const container of spec.containers) {
    const rights = { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } }
    if (JSON.stringify(container.securityContext) !== JSON.stringify(rights)) problems.push('its container has rights')
    for (const { name } of container.volumeMounts)
      if (!spec.volumes.some((volume) => volume.name === name)) problems.push(`there is no volume ${name}`)
    for (const { configMapRef, secretRef } of container.envFrom ?? []) {
      if (configMapRef !== undefined && mapOf(configMapRef) === undefined) problems.push(`there is no ConfigMap ${configMapRef.name}`)
      if (secretRef !== undefined && secretRef.name !== SECRET) problems.push(`there is no secret ${secretRef.name}`)
    }
    for (const { valueFrom } of container.env ?? [])
      if (valueFrom !== undefined && (valueFrom.secretKeyRef.name !== SECRET || !Object.hasOwn(secretKeys, valueFrom.secretKeyRef.key)))
        problems.push(`the secret has no ${valueFrom.secretKeyRef.key}`)
    if (container.image === 'parley') problems.push(...problemsOfParley(container, spec.terminationGracePeriodSeconds ?? 30, maps))
  }
  return problems
}

const secretKeys = exampleOf('ops/kubernetes/secret.env.example')

function problemsOfParley(container: Container, graceSeconds: number, maps: readonly Manifest[]): readonly string[] {
  const problems: string[] = []
  const own = Object.fromEntries((container.env ?? []).map(({ name, value = '' }) => [name, value]))
  const configured = maps.find(({ metadata }) => metadata.name === 'parley')?.data ?? {}
  for (const name of Object.keys({ ...own, ...configured })) if (!settings.has(name)) problems.push(`${name} is not a setting`)
  const env = { ...configured, ...secretKeys, ...own }
  const reason = problemOfStart(container.args, env)
  if (reason !== undefined) problems.push(reason)
  const http = container.ports.find(({ containerPort }) => containerPort === port)?.name
  if (http === undefined) problems.push(`it does not name the port ${port}`)
  const { startupProbe, livenessProbe, readinessProbe } = container
  for (const [probe, path] of [
    [startupProbe, '/health/live'],
    [livenessProbe, '/health/live'],
    [readinessProbe, '/health/ready'],
  ] as const)
    if (probe?.httpGet.path !== path || probe.httpGet.port !== http) problems.push(`a probe does not ask ${path}`)
  if (graceSeconds * 1000 < stopMs + Number(own['STOP_DELAY_MS'] ?? 0)) problems.push('it is killed before it has stopped')
  const [folder] = /DATA_DIR=(\S+)/.exec(read('ops/Dockerfile'))!.slice(1)
  if (!container.volumeMounts.some(({ mountPath }) => mountPath === folder)) problems.push(`it cannot write to ${folder}`)
  return problems
}
