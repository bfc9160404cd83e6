/** The demo's inbox as pages and as JSON: /dev/mail lists, /dev/mail/{id} shows, /dev/mail/messages is for programs. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Mail } from './create-mail.ts'
import { emailPage, listPage, noEmailPage } from './mailbox-html.ts'
import type { Outgoing } from './transport.ts'

const pagePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
/** An email is untrusted HTML: nothing in it runs or is fetched, and its links open in another tab. */
const emailPolicy =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"

export function registerMailbox(app: FastifyInstance, { mailbox, flush }: NonNullable<Mail['reading']>): void {
  const find = (id: string): Outgoing | undefined => mailbox.mails().find((mail) => mail.id === id)
  const page = (reply: FastifyReply, html: string, policy: string = pagePolicy) =>
    reply.headers({ 'content-security-policy': policy, 'cache-control': 'no-store' }).type('text/html; charset=utf-8').send(html)

  // A page under another name that resolves to this machine could otherwise read every email, including reset links and codes.
  const local = {
    onRequest: (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
      if (isLocal(request.headers.host)) return done()
      reply
        .code(403)
        .header('cache-control', 'no-store')
        .type('text/plain; charset=utf-8')
        .send('The demo inbox is available at localhost only.\n')
    },
  }
  app.get('/dev/mail', local, async (_request, reply) => {
    await flush()
    return page(reply, listPage(mailbox.mails()))
  })
  // Includes every email written before the request, so that a test does not have to wait.
  app.get('/dev/mail/messages', local, async (request, reply) => {
    await flush()
    const to = new URL(request.raw.url ?? '/', 'http://mailbox').searchParams.get('to')?.toLowerCase()
    const results = mailbox.mails().filter((mail) => to === undefined || mail.to.toLowerCase() === to)
    return reply.header('cache-control', 'no-store').send({ results: results.map(toWire) })
  })
  app.get<{ Params: { id: string } }>('/dev/mail/:id', local, async (request, reply) => {
    const mail = find(request.params.id)
    return mail === undefined ? page(reply.code(404), noEmailPage()) : page(reply, emailPage(mail))
  })
  app.get<{ Params: { id: string } }>('/dev/mail/:id/letter', local, async (request, reply) => {
    const mail = find(request.params.id)
    if (mail === undefined) return page(reply.code(404), noEmailPage())
    return page(reply.header('x-frame-options', 'SAMEORIGIN'), mail.html, emailPolicy)
  })
}

const LOCAL = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Whether the browser addressed this machine by a name that others cannot point here. */
const isLocal = (host: string | undefined): boolean => LOCAL.has((host ?? '').toLowerCase().replace(/:\d{1,5}$/, ''))

const toWire = ({ id, to, kind, subject, text, html, writtenAt }: Outgoing) => ({
  id,
  to,
  kind,
  subject,
  text,
  html,
  links: linksOf(text),
  at: writtenAt,
})

export const linksOf = (text: string): readonly string[] => [...new Set(text.match(/https?:\/\/[^\s<>"]+/g) ?? [])]
