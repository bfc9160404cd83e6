/** The arguments of the operator's command line. */
import { parseArgs } from 'node:util'
import { deskRoles, type DeskRole } from '@parley/core'
import { OperatorProblem } from './operator-problem.ts'
import { readSecretFile, type SecretInput } from './secret-input.ts'
import { usage } from './usage.ts'

const options = {
  name: { type: 'string' },
  ticker: { type: 'string' },
  firm: { type: 'string' },
  maker: { type: 'boolean' },
  named: { type: 'boolean' },
  'without-limits': { type: 'boolean' },
  email: { type: 'string' },
  first: { type: 'string' },
  last: { type: 'string' },
  desk: { type: 'string' },
  role: { type: 'string' },
  why: { type: 'string' },
  password: { type: 'string' },
  'password-file': { type: 'string' },
  agreement: { type: 'string' },
  with: { type: 'string' },
  country: { type: 'string' },
  address: { type: 'string' },
  venue: { type: 'string' },
  'client-id': { type: 'string' },
  'client-secret': { type: 'string' },
  'client-secret-file': { type: 'string' },
  default: { type: 'boolean' },
  compatible: { type: 'boolean' },
  value: { type: 'string' },
  desks: { type: 'string' },
  figures: { type: 'string' },
  check: { type: 'boolean' },
  export: { type: 'string' },
  head: { type: 'string' },
  'key-file': { type: 'string' },
  state: { type: 'string' },
  at: { type: 'string' },
  cancel: { type: 'string' },
  text: { type: 'string' },
  kind: { type: 'string' },
  from: { type: 'string' },
  until: { type: 'string' },
  'sign-in': { type: 'boolean' },
  withdraw: { type: 'string' },
  rate: { type: 'string' },
  most: { type: 'string' },
  'within-ms': { type: 'string' },
  trade: { type: 'string' },
  as: { type: 'string' },
  issuer: { type: 'string' },
  domains: { type: 'string' },
  'role-claim': { type: 'string' },
  roles: { type: 'string' },
  required: { type: 'boolean' },
} as const
type Name = keyof typeof options
type SecretName = 'password' | 'client-secret'

export type CliArguments = {
  readonly command: string
  /** The text of a required option. */
  text(name: Name): string
  /** Undefined if it was not given. */
  maybe(name: Name): string | undefined
  has(name: Name): boolean
  role(): DeskRole
  /** A required secret. At a terminal, the user is asked for it. */
  secret(name: SecretName): Promise<string>
  /** Undefined if no option provides it. */
  maybeSecret(name: SecretName): Promise<string | undefined>
}

/** Refuses a secret among the arguments before anything is done with it. */
export function readCliArguments(args: readonly string[], input: SecretInput): CliArguments {
  const { values, positionals } = parse(args)
  const command = positionals[0] ?? ''
  if (positionals.length > 1) throw new OperatorProblem(`${positionals[1]} does not belong to an option.\n\n${usage}`)
  const maybe = (name: Name) => (typeof values[name] === 'string' && values[name] !== '' ? values[name] : undefined)
  for (const name of secretNames) refuseArgument(name, maybe(name))
  const fromInput = async (name: SecretName) => filled(await input.read(name.replace('-', ' ')), name)
  const maybeSecret = async (name: SecretName) => {
    const [word, path] = [maybe(name), maybe(`${name}-file`)]
    if (word !== undefined && path !== undefined) throw new OperatorProblem(`Give --${name} - or --${name}-file, not both.`)
    if (path !== undefined) return filled(await readSecretFile(path), name)
    return word === undefined ? undefined : fromInput(name)
  }
  return {
    command,
    maybe,
    has: (name) => values[name] !== undefined,
    text(name) {
      const value = maybe(name)
      if (value === undefined) throw new OperatorProblem(`${command} needs --${name}.\n\n${usage}`)
      return value
    },
    role: () => oneOf(maybe('role') ?? 'trader', deskRoles, 'role'),
    maybeSecret,
    async secret(name) {
      const found = await maybeSecret(name)
      if (found !== undefined) return found
      if (input.isTerminal) return fromInput(name)
      throw new OperatorProblem(`${command} needs --${name} - (and it on standard input) or --${name}-file.\n\n${usage}`)
    },
  }
}

const secretNames: readonly SecretName[] = ['password', 'client-secret']

function refuseArgument(name: SecretName, word: string | undefined): void {
  if (word === undefined || word === '-') return
  throw new OperatorProblem(
    `--${name} does not accept the secret itself, because every process on this machine can read arguments. Change the secret that you just entered. Then use --${name} - and enter the secret on standard input, or use --${name}-file with the name of a file that contains it. Nothing was done.`,
  )
}

function filled(secret: string, name: SecretName): string {
  if (secret === '') throw new OperatorProblem(`The ${name.replace('-', ' ')} is empty. Nothing was done.`)
  return secret
}

function parse(args: readonly string[]): { readonly values: Partial<Record<Name, string | boolean>>; readonly positionals: string[] } {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true })
  } catch (error) {
    throw new OperatorProblem(`${(error as Error).message}\n\n${usage}`)
  }
}

export function oneOf<const Word extends string>(value: string, words: readonly Word[], name: Name): Word {
  const found = words.find((word) => word === value)
  if (found === undefined) throw new OperatorProblem(`--${name} must be one of ${words.join(', ')}.`)
  return found
}

/** A time needs its offset, because one without it would be read in the time zone of the machine. */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/

/** In milliseconds. */
export function timeIn(text: string, name: Name): number {
  const time = TIME.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(time)) throw new OperatorProblem(`--${name} must be a time such as 2026-12-01T08:00Z.`)
  return time
}
