/** Sends emails through a mail server. The setting defines how the connection is secured. Certificates are always checked. */
import { createTransport } from 'nodemailer'
import { mailLimits } from './limits.ts'
import type { SmtpServer } from './smtp-url.ts'
import type { Delivery, Outgoing, Transport } from './transport.ts'

export type SmtpOptions = {
  readonly server: SmtpServer
  /** The sender: `Parley <noreply@parley.example>`. */
  readonly from: string
  /** Certificates to trust in addition to the system's, as PEM. */
  readonly trusted?: string
}

export function createSmtpTransport({ server, from, trusted }: SmtpOptions): Transport {
  const { host, port, user, password, security } = server
  // One connection per email: a pool would silently send an email again when its connection is lost.
  const transporter = createTransport({
    host,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    ...(user === undefined ? {} : { auth: { user, pass: password ?? '' } }),
    tls: { rejectUnauthorized: true, minVersion: 'TLSv1.2', ...(trusted === undefined ? {} : { ca: trusted }) },
    connectionTimeout: mailLimits.connectMs,
    dnsTimeout: mailLimits.connectMs,
    greetingTimeout: mailLimits.greetingMs,
    socketTimeout: mailLimits.silenceMs,
    disableFileAccess: true,
    disableUrlAccess: true,
    logger: false,
  })
  const closing = new AbortController()
  const domain = /@([^>\s]+)/.exec(from)?.[1] ?? 'localhost'
  const deliver = async ({ id, to, subject, text, html, writtenAt }: Outgoing): Promise<Delivery> => {
    try {
      await transporter.sendMail({
        from,
        // As an object, an address is always a single address, whatever it contains.
        to: { name: '', address: to },
        subject,
        text,
        html,
        messageId: `<${id}@${domain}>`,
        date: new Date(writtenAt),
        // Suppresses out-of-office replies, which are never read.
        headers: { 'auto-submitted': 'auto-generated' },
        signal: AbortSignal.any([closing.signal, AbortSignal.timeout(mailLimits.deliveryMs)]),
      })
      return { outcome: 'sent' }
    } catch (error) {
      return judge(error)
    }
  }
  return {
    deliver,
    close() {
      closing.abort()
      transporter.close()
      return Promise.resolve()
    },
  }
}

/** Only a 5xx about the address or the email itself is permanent. A wrong password or certificate is for the operator to fix. */
function judge(error: unknown): Delivery {
  const { code = '', responseCode, message } = error as { code?: string; responseCode?: number; message: string }
  const isAboutTheEmail = code === 'EENVELOPE' || code === 'EMESSAGE'
  const isForGood = isAboutTheEmail && (responseCode === undefined || responseCode >= 500)
  return {
    outcome: isForGood ? 'refused' : 'postponed',
    reason: `${code} ${message}`.trim(),
    code: [code, responseCode].filter(Boolean).join(' '),
  }
}
