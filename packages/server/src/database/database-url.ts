/** Checks a DATABASE_URL. A refusal never repeats its password. */
import { formatAddress, readAddress } from './address.ts'
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
  const address = readAddress(url)
  if (address === undefined) return 'is not a valid address.'
  const { scheme, hosts, options } = address
  if (!SCHEMES.includes(scheme)) return `begins with ${scheme}//, and Parley needs PostgreSQL.`
  if (options.get('host')?.includes(',') === true)
    return 'names several hosts in its option host; they belong before the name of the database.'
  if (hosts.length > 1 && !PRIMARY.includes(options.get('target_session_attrs') ?? ''))
    return 'names several hosts; add ?target_session_attrs=read-write, so that Parley uses the one that accepts writes.'
  const isHost = (host: string) => (host !== '' || hosts.length === 1) && URL.canParse(`postgres://${host}`)
  const isWell = hosts.every(isHost) && URL.canParse(formatAddress({ ...address, hosts: hosts.slice(0, 1) }))
  return isWell ? undefined : 'is not a valid address.'
}

/** The address without its password, which every process of the machine could read in an argument, and the password. */
export function withoutPassword(url: string): { readonly url: string; readonly password: string } {
  const address = readAddress(url)
  if (address?.password === undefined) return { url, password: '' }
  return { url: formatAddress({ ...address, password: undefined }), password: address.password }
}
