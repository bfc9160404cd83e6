/** Announces liquidations, and positions and accounts that have reached a further step (rulebook 21.19 to 21.21). */
import { navigate } from '../../components/router.ts'
import { publish } from '../../live/notices.ts'
import { fillFromWire } from './from-wire.ts'
import { chooseMarket, usePerpetualScreen } from './perpetual-screen.ts'
import type { PerpetualMessage, Perpetuals } from './perpetual-store.ts'
import { isNews, keptSteps, liquidationNotices, riskNotices, risksOf, withStep } from './risks.ts'

/** The data before and after these messages. */
export function announce(before: Perpetuals, after: Perpetuals, messages: readonly PerpetualMessage[]): void {
  const fills = messages.flatMap((one) => (one.of === 'ACCOUNT' ? one.data.fills : [])).flatMap((fill) => fillFromWire(fill) ?? [])
  const openIt = () => navigate('/paradex')
  publish(liquidationNotices(before.account.fills, fills, { markets: after.markets, openIt }))
  if (after.account.line !== 'CONNECTED') return
  const risks = risksOf(after)
  const { announced, dismissed } = usePerpetualScreen.getState()
  const kept = keptSteps(announced, risks)
  const news = risks.filter((risk) => isNews(risk, kept))
  const next = { announced: news.reduce(withStep, kept), dismissed: keptSteps(dismissed, risks) }
  if (next.announced !== announced || next.dismissed !== dismissed) usePerpetualScreen.setState(next)
  publish(
    riskNotices(news, (risk) => {
      if (risk.of === 'POSITION') chooseMarket(risk.key)
      openIt()
    }),
  )
}
