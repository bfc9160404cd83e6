/** Serves the agreements at public addresses, for people without an account. */
import type { FastifyInstance } from 'fastify'
import { agreementsInForce, earlierAgreements, pathOf, pathOfVersion } from './in-force.ts'
import { agreementPage, agreementPagePolicy } from './page.ts'

export function registerAgreementPages(app: FastifyInstance): void {
  const serve = (path: string, page: string): void => {
    app.get(path, (_request, reply) =>
      reply
        .headers({ 'content-security-policy': agreementPagePolicy, 'cache-control': 'no-cache' })
        .type('text/html; charset=utf-8')
        .send(page),
    )
  }
  for (const [kind, otherKind] of [['us', 'non-us'] as const, ['non-us', 'us'] as const]) {
    const [agreement, other, earlier] = [agreementsInForce[kind], agreementsInForce[otherKind], earlierAgreements[kind]]
    serve(pathOf(kind), agreementPage(agreement, { other, earlier }))
    for (const each of earlier) serve(pathOfVersion(each), agreementPage(each, { other, earlier: [], replacedBy: agreement }))
  }
}
