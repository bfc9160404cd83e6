/**
 * A key of the perpetuals venue, verified for orders in its books. Such orders need no block trades, so a key without that permission only causes a
 * warning, and no block is agreed with it (docs/decisions/0890, rulebook 2.22).
 */
import type { VenueAccounts } from '@parley/venues'

type Checking = Pick<VenueAccounts, 'checkAccount'>

export const perpetualsKeyCheck = (venue: Checking): Checking & { readonly code: 'PRDX' } => ({
  code: 'PRDX',
  checkAccount: async (credentials) => {
    const answer = await venue.checkAccount(credentials)
    if (answer.outcome !== 'DONE') return answer
    const findings = answer.value.findings.map((finding) =>
      finding.about === 'BLOCK_TRADE' && finding.verdict === 'BAD' ? { ...finding, verdict: 'WARNING' as const } : finding,
    )
    const takesBlocks = answer.value.findings.every(({ about, verdict }) => about !== 'BLOCK_TRADE' || verdict !== 'BAD')
    return {
      outcome: 'DONE',
      value: {
        ...answer.value,
        ...{ findings, maySettle: findings.every(({ verdict }) => verdict !== 'BAD') },
        ...(takesBlocks ? {} : { settlesBlocks: false as const }),
      },
    }
  },
})
