/** Checks a DATABASE_URL. A refusal never repeats its password. */
import { readHosts } from './hosts.ts'
import { StartProblem } from './start-problem.ts'

const FORM = 'Use the form postgres://user:password@host:5432/database.'
const SCHEMES = ['postgres:', 'postgresql:']
const PRIMARY = ['read-write', 'primary']

/** Throws unless it can be the address of a PostgreSQL database. */
export function checkDatabaseUrl(url: string): void {
  const reason = reasonAgainst(url)
  if (reason !== undefined) throw new StartProblem('SettingWrong', `DATABASE_URL ${reason} ${FORM}`)
}

function reasonAgainst(url: string): string | undefined {
  const [, scheme, authority = ''] = /^([a-z][a-z0-9+.-]*:)\/\/([^/?#]*)/i.exec(url) ?? []
  if (scheme === undefined) return 'is not a valid address.'
  if (!SCHEMES.includes(scheme.toLowerCase())) return `begins with ${scheme}//, and Parley needs PostgreSQL.`
  const options = new URLSearchParams(url.split('?')[1] ?? '')
  if (options.get('host')?.includes(',') === true)
    return 'names several hosts in its option host; they belong before the name of the database.'
  const hosts = authority.slice(authority.lastIndexOf('@') + 1).split(',')
  if (hosts.length > 1 && !PRIMARY.includes(options.get('target_session_attrs') ?? ''))
    return 'names several hosts; add ?target_session_attrs=read-write, so that Parley uses the one that accepts writes.'
  const isHost = (host: string) => (host !== '' || hosts.length === 1) && URL.canParse(`postgres://${host}`)
  return hosts.every(isHost) && URL.canParse(readHosts(url).url) ? undefined : 'is not a valid address.'
}

/** The address without its password, which every process of the machine could read in an argument, and the password. */
export function withoutPassword(url: string): { readonly url: string; readonly password: string } {
  const [, before = '', password = '', after = ''] = /^([^/]*\/\/[^/?#:]*)(?::([^/?#]*))?(@[^/?#@]*.*)$/.exec(url) ?? []
  return before === '' ? { url, password: '' } : { url: `${before}${after}`, password: decodeURIComponent(password) }
}
