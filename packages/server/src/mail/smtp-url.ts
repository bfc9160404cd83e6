/** SMTP_URL: `smtps://user:password@host` for TLS from the first byte, `smtp://host` for STARTTLS, `smtp://host?tls=off` for none. */
export type SmtpServer = {
  readonly host: string
  readonly port: number
  readonly user: string | undefined
  readonly password: string | undefined
  /** `starttls` refuses a server that does not offer it; `none` never uses it. */
  readonly security: 'tls' | 'starttls' | 'none'
}

const TLS_PORT = 465
const SUBMISSION_PORT = 587

/** Undefined if the text is not the address of a mail server. */
export function parseSmtpUrl(text: string): SmtpServer | undefined {
  if (!URL.canParse(text)) return undefined
  const { protocol, hostname, port, username, password, searchParams, pathname } = new URL(text)
  const tls = searchParams.get('tls')
  const isTls = protocol === 'smtps:'
  if ((!isTls && protocol !== 'smtp:') || hostname === '' || (pathname !== '' && pathname !== '/')) return undefined
  if ([...searchParams.keys()].some((name) => name !== 'tls') || (tls !== null && (isTls || (tls !== 'on' && tls !== 'off'))))
    return undefined
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (isTls ? TLS_PORT : SUBMISSION_PORT) : Number(port),
    user: username === '' ? undefined : decodeURIComponent(username),
    password: password === '' ? undefined : decodeURIComponent(password),
    security: isTls ? 'tls' : tls === 'off' ? 'none' : 'starttls',
  }
}
