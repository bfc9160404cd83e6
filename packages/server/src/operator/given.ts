/** The words of the operator's command line. */
import { parseArgs } from 'node:util'
import { deskRoles, type DeskRole } from '@parley/core'
import { OperatorProblem } from './operator-problem.ts'
import { usage } from './usage.ts'

const options = {
  name: { type: 'string' },
  ticker: { type: 'string' },
  firm: { type: 'string' },
  maker: { type: 'boolean' },
  'without-limits': { type: 'boolean' },
  email: { type: 'string' },
  first: { type: 'string' },
  last: { type: 'string' },
  desk: { type: 'string' },
  role: { type: 'string' },
  why: { type: 'string' },
  password: { type: 'string' },
  agreement: { type: 'string' },
  with: { type: 'string' },
  country: { type: 'string' },
  address: { type: 'string' },
  venue: { type: 'string' },
  'client-id': { type: 'string' },
  'client-secret': { type: 'string' },
  default: { type: 'boolean' },
  value: { type: 'string' },
  check: { type: 'boolean' },
  export: { type: 'string' },
  head: { type: 'string' },
  state: { type: 'string' },
  at: { type: 'string' },
  cancel: { type: 'string' },
  rate: { type: 'string' },
  most: { type: 'string' },
  'within-ms': { type: 'string' },
} as const
type Name = keyof typeof options

export type Given = {
  readonly command: string
  /** The text of an option that has to be there. */
  text(name: Name): string
  /** Undefined where it was not given. */
  maybe(name: Name): string | undefined
  has(name: Name): boolean
  role(): DeskRole
}

export function readGiven(args: readonly string[]): Given {
  const { values, positionals } = parse(args)
  const command = positionals[0] ?? ''
  if (positionals.length > 1) throw new OperatorProblem(`${positionals[1]} belongs to no option.\n\n${usage}`)
  const maybe = (name: Name) => (typeof values[name] === 'string' && values[name] !== '' ? values[name] : undefined)
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
  }
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
  if (found === undefined) throw new OperatorProblem(`--${name} is one of ${words.join(', ')}.`)
  return found
}
