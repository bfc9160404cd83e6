/** Serves the agreements at public addresses, for people without an account. */
import type { FastifyInstance } from 'fastify'
import { agreementsInForce, pathOf } from './in-force.ts'
import { agreementPage, agreementPagePolicy } from './page.ts'

export function registerAgreementPages(app: FastifyInstance): void {
  for (const [kind, other] of [['us', 'non-us'] as const, ['non-us', 'us'] as const]) {
    const page = agreementPage(agreementsInForce[kind], agreementsInForce[other])
    app.get(pathOf(kind), (_request, reply) =>
      reply
        .headers({ 'content-security-policy': agreementPagePolicy, 'cache-control': 'no-cache' })
        .type('text/html; charset=utf-8')
        .send(page),
    )
  }
}
