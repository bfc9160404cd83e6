/** The operator's command line: reads its words, does one thing, and says what came of it. */
import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { venueCodes, type VenueCode } from '@parley/core'
import type { Book } from '../book.ts'
import { OperatorProblem, type Operator } from './operator.ts'
import type { Role } from '../rows.ts'

export const usage = `npm run operator -- <command> [options]     DATA_DIR or DATABASE_URL say where, as for npm run serve

  create-firm         --name "Orrery Ltd"
  create-desk         --ticker ORRY --name Orrery --firm "Orrery Ltd" [--maker]
  create-user         --email ada@orrery.example --first Ada --last Orr --desk ORRY [--role administrator|trader|viewer]
                      [--password …] [--agreement us|non-us|none]     without a password one is made and shown
  disable-user        --email ada@orrery.example
  approve             --desk ORRY --with KEST                         both ways
  create-key          --desk ORRY --name bot                          shows the secret
  revoke-key          --desk ORRY --name bot
  add-venue-account   --desk ORRY --venue DBT --name main --client-id … --client-secret … [--default]
  set-flag            --name um_leg_pricing_fallback --value on|off
  list                desks and their members

A command that was given before changes nothing and answers what is there; only create-user sets the password anew.`

const options = {
  name: { type: 'string' },
  ticker: { type: 'string' },
  firm: { type: 'string' },
  maker: { type: 'boolean' },
  email: { type: 'string' },
  first: { type: 'string' },
  last: { type: 'string' },
  desk: { type: 'string' },
  role: { type: 'string' },
  password: { type: 'string' },
  agreement: { type: 'string' },
  with: { type: 'string' },
  venue: { type: 'string' },
  'client-id': { type: 'string' },
  'client-secret': { type: 'string' },
  default: { type: 'boolean' },
  value: { type: 'string' },
} as const
type Given = { readonly [K in keyof typeof options]?: string | boolean | undefined }

export async function runCommand(operator: Operator, book: Book, args: readonly string[]): Promise<string> {
  const { command, given } = read(args)
  const text = (name: keyof Given): string => {
    const value = given[name]
    if (typeof value !== 'string' || value === '') throw new OperatorProblem(`${command} needs --${name}.\n\n${usage}`)
    return value
  }
  switch (command) {
    case 'create-firm':
      return `Firm ${(await operator.createFirm({ name: text('name') })).id}`
    case 'create-desk': {
      const desk = { ticker: text('ticker'), name: text('name'), firmName: text('firm'), isMaker: given.maker === true }
      return `Desk ${(await operator.createDesk(desk)).ticker}`
    }
    case 'create-user':
      return createUser(operator, given, text)
    case 'disable-user':
      await operator.disableUser(text('email'))
      return 'The user is disabled; sessions have ended.'
    case 'approve':
      await operator.approveMutually(text('desk'), text('with'))
      return 'The desks have approved each other.'
    case 'create-key': {
      const { accessKey, secretKey } = await operator.createApiKey(text('desk'), text('name'))
      return `access key  ${accessKey}\nsecret key  ${secretKey}`
    }
    case 'revoke-key':
      await operator.revokeApiKey(text('desk'), text('name'))
      return 'The key is revoked; its sockets are closed.'
    case 'add-venue-account':
      return addVenueAccount(operator, given, text)
    case 'set-flag':
      await operator.setFeatureFlag(text('name'), oneOf(text('value'), ['on', 'off'], 'value'))
      return 'The flag is set.'
    case 'list':
      return list(book)
    default:
      throw new OperatorProblem(`There is no command ${command}.\n\n${usage}`)
  }
}

function read(args: readonly string[]): { readonly command: string; readonly given: Given } {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
    return { command: positionals[0] ?? '', given: values }
  } catch (error) {
    throw new OperatorProblem(`${(error as Error).message}\n\n${usage}`)
  }
}

type Text = (name: keyof Given) => string

function oneOf<const Word extends string>(value: string, words: readonly Word[], name: string): Word {
  const found = words.find((word) => word === value)
  if (found === undefined) throw new OperatorProblem(`--${name} is one of ${words.join(', ')}.`)
  return found
}

async function createUser(operator: Operator, given: Given, text: Text): Promise<string> {
  const password = typeof given.password === 'string' ? given.password : randomBytes(12).toString('base64url')
  const role: Role = oneOf(typeof given.role === 'string' ? given.role : 'trader', ['administrator', 'trader', 'viewer'], 'role')
  const agreement = oneOf(typeof given.agreement === 'string' ? given.agreement : 'non-us', ['us', 'non-us', 'none'], 'agreement')
  const person = { email: text('email'), firstName: text('first'), lastName: text('last'), desk: text('desk') }
  const { id } = await operator.createUser({ ...person, password, role, agreement })
  return typeof given.password === 'string' ? `User ${id}` : `User ${id}\npassword    ${password}`
}

async function addVenueAccount(operator: Operator, given: Given, text: Text): Promise<string> {
  const venue: VenueCode = oneOf(text('venue'), venueCodes, 'venue')
  const account = { venue, name: text('name'), clientId: text('client-id'), clientSecret: text('client-secret') }
  const { id } = await operator.addVenueAccount(text('desk'), { ...account, isDefault: given.default === true })
  return `Account ${id}`
}

function list({ accounts }: Book): string {
  const lines = [...accounts.desks.values()].flatMap((desk) => [
    `${desk.ticker.padEnd(6)} ${desk.name}, ${accounts.firms.get(desk.firm)?.name ?? ''}${desk.isMaker ? ', market maker' : ''}`,
    ...[...accounts.users.values()]
      .filter((user) => accounts.memberships.get(user.id)?.some((row) => row.desk === desk.ticker))
      .map((user) => `         ${user.email}${user.disabledAt === null ? '' : ' (disabled)'}`),
  ])
  return lines.length === 0 ? 'There are no desks yet.' : lines.join('\n')
}
