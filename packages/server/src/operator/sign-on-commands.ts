/** Signing in through the provider of a desk's firm (decision 1031). */
import { emailDomain, readClaimRole, type ClaimRole, type DeskId } from '@parley/core'
import type { Change } from '../accounts/still-may.ts'
import { OneDomainTwice, removeSignOn, setSignOn, unlinkPerson } from '../accounts/sign-on/sign-on-settings.ts'
import type { CliArguments } from './cli-arguments.ts'
import type { CommandServices, Commands } from './commands.ts'
import { byOperator, deskOf, OperatorProblem, userOf } from './operator-problem.ts'

export const signOnCommands = (services: CommandServices): Commands => ({
  'set-sign-on': (given) => set(services, given),
  'remove-sign-on': async ({ text }) => {
    const { book } = services
    const { ticker } = deskOf(book, text('desk'))
    if (!book.accounts.signOns.has(ticker)) return 'The desk has no sign-on of its firm.'
    await removeSignOn(book, about(services, 'RemoveSignOn', ticker))
    return 'Members of the desk sign in with their passwords and passkeys again.'
  },
  'unlink-sign-on': async ({ text }) => {
    const { book } = services
    const user = userOf(book, text('email'))
    await unlinkPerson(book, byOperator(services, 'UnlinkSignOn', user.id), user.id)
    return "The next sign-in through the firm links the person's account there again."
  },
})

const about = (services: CommandServices, action: string, ticker: DeskId, detail?: Change['detail']) => ({
  ...byOperator(services, action, ticker, { desk: ticker, ...(detail && { detail }) }),
  desk: ticker,
})

async function set(services: CommandServices, { text, maybe, has, secret }: CliArguments): Promise<string> {
  const { book, vault } = services
  const { ticker } = deskOf(book, text('desk'))
  const issuer = issuerOf(text('issuer'))
  const clientId = text('client-id')
  const domains = listOf(text('domains')).map(domainOf)
  const [roleClaim, roles] = [maybe('role-claim'), listOf(maybe('roles') ?? '').map(claimRoleOf)]
  if ((roleClaim === undefined) !== (roles.length === 0))
    throw new OperatorProblem('Give --role-claim and --roles together, or neither: the claim, and which of its values gives which role.')
  const isRequired = has('required')
  const change = about(services, 'SetSignOn', ticker, { issuer, domains: domains.join(', '), isRequired })
  try {
    await setSignOn({ book, vault }, change, {
      ...{ issuer, clientId, domains, roles, isRequired },
      roleClaim: roleClaim ?? null,
      clientSecret: await secret('client-secret'),
    })
  } catch (error) {
    throw error instanceof OneDomainTwice ? new OperatorProblem(`The sign-on of another desk has the domain ${error.domain}.`) : error
  }
  const others = isRequired ? ' They can no longer sign in with a password or a passkey.' : ''
  return `Members of ${ticker} with addresses at ${domains.join(', ')} can sign in through ${issuer}.${others}\nAllow this address at the provider: PUBLIC_URL followed by /sign-on/`
}

const listOf = (typed: string): readonly string[] =>
  typed
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

/** Without TLS, a listener on the network could sign in as any member. Only a provider on this machine may be asked without it. */
function issuerOf(typed: string): string {
  const url = URL.canParse(typed) ? new URL(typed) : undefined
  const isPlain = url?.protocol === 'http:' && ['127.0.0.1', '[::1]', 'localhost'].includes(url.hostname)
  if (url === undefined || (url.protocol !== 'https:' && !isPlain) || url.search !== '' || url.hash !== '')
    throw new OperatorProblem('--issuer must be the address of the provider as it names itself, such as https://login.orrery.example.')
  return typed
}

function domainOf(typed: string): string {
  const domain = emailDomain(typed)
  if (domain === undefined)
    throw new OperatorProblem(`--domains must be domains of email addresses, such as orrery.example. ${typed} is not a domain.`)
  return domain
}

function claimRoleOf(typed: string): ClaimRole {
  const read = readClaimRole(typed)
  if (read === undefined) throw new OperatorProblem(`--roles must be like administrator=desk-admins,trader=desk-traders; ${typed} is not.`)
  return read
}
