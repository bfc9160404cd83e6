/** Messages about spreads: the states of the desk's own trades at the venue, and cancellations by a protection. Pure. */
import type { ProtectionChangeView } from '@parley/contracts'
import { navigate } from '../../components/router.ts'
import type { Notice } from '../../live/notices.ts'
import { productName } from '../../live/product-name.ts'
import { openDialog } from '../../live/screen-state.ts'
import type { SpreadTrade, Strategy } from './model.ts'
import { showStrategy } from './spread-screen.ts'
import { amountText, rejectionOf, spreadPriceText, strategyName } from './strategy-text.ts'

export function spreadTradeNotice(trade: SpreadTrade, strategy: Strategy): Notice {
  const { side, price, amount, state } = trade
  const did = `${side === 'BUY' ? 'Bought' : 'Sold'} ${amountText(amount)} @ ${spreadPriceText(price, strategy)}`
  const name = `${strategy.currency} ${strategyName(strategy)}`
  const about = { key: `spread-trade-${trade.id}`, openIt: () => openSpread(strategy) }
  switch (state) {
    case 'PENDING':
      return { ...about, of: 'FILL', tone: 'info', title: `${did}, settling`, text: `${name} · settling on ${strategy.venue}` }
    case 'FILLED':
      return { ...about, of: 'FILL', tone: 'done', title: `${did}, filled`, text: `${name} · settled on ${strategy.venue}` }
    case 'REJECTED':
      return {
        ...about,
        of: 'WARNING',
        tone: 'refused',
        title: `${strategy.venue} rejected the trade`,
        text: `${rejectionOf(trade) ?? 'No reason given.'} · ${name} · both orders were cancelled`,
      }
  }
}

function openSpread(strategy: Strategy): void {
  navigate('/fs')
  showStrategy(strategy)
}

/** Only market maker protection. Limits of the desk have their message from the other flows. */
export const isMmpTriggered = ({ kind, limit }: Pick<ProtectionChangeView, 'kind' | 'limit'>): boolean =>
  kind === 'TRIGGERED' && limit === 'MMP'

/** Uses the exact text of the specification. */
export function spreadProtectionNotice({ limit, product: code, until }: ProtectionChangeView, now: number): Notice {
  const name = productName(code)
  const ends =
    until === null ? 'quoting resumes when your desk resets it' : `quoting resumes in ${Math.max(0, Math.ceil((until - now) / 1_000))} s`
  return {
    key: 'spread-protection',
    of: 'WARNING',
    tone: 'warn',
    title: 'All Future Spreads quotes canceled: MMP limit reached',
    text: `${name} · ${ends}`,
    next: { kind: 'RESET', product: code, limit },
    openIt: () => openDialog('protections'),
    isNeverSilenced: true,
  }
}
