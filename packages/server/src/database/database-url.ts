/** Checks a DATABASE_URL. A refusal never repeats its password. */
import { StartProblem } from './start-problem.ts'

const FORM = 'Use the form postgres://user:password@host:5432/database.'
const SCHEMES = ['postgres:', 'postgresql:']

/** Throws unless it can be the address of one PostgreSQL database. */
export function checkDatabaseUrl(url: string): void {
  const reason = reasonAgainst(url)
  if (reason !== undefined) throw new StartProblem('SettingWrong', `DATABASE_URL ${reason} ${FORM}`)
}

function reasonAgainst(url: string): string | undefined {
  const [, scheme, authority = ''] = /^([a-z][a-z0-9+.-]*:)\/\/([^/?#]*)/i.exec(url) ?? []
  if (scheme === undefined) return 'is not a valid address.'
  if (!SCHEMES.includes(scheme.toLowerCase())) return `begins with ${scheme}//, and Parley needs PostgreSQL.`
  const hosts = authority.slice(authority.lastIndexOf('@') + 1)
  if (hosts.includes(',') || new URLSearchParams(url.split('?')[1] ?? '').get('host')?.includes(',') === true)
    return 'names several hosts, and Parley connects to one: give the address that leads to the primary, such as that of a proxy.'
  return URL.canParse(url) ? undefined : 'is not a valid address.'
}
