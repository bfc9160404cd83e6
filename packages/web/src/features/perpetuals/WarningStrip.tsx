import { OctagonX, TriangleAlert, X } from 'lucide-react'
import { useMemo } from 'react'
import { Button, IconButton } from '../../components/Button.tsx'
import { classNames } from '../../theme/class-names.ts'
import { keptNames, useKept } from '../../live/use-kept-setting.ts'
import { FeedLine } from '../market-data/FeedLine.tsx'
import { dismissRisk, proposeMargin, startClosing, usePerpetualScreen } from './perpetual-screen.ts'
import { usePerpetuals } from './perpetual-store.ts'
import { type Remedy, remediesOf } from './remedies.ts'
import { isLiquidation, isNews, liquidationText, type PositionRisk, type Risk, risksOf, riskText } from './risks.ts'
import styles from './WarningStrip.module.css'

/** The lines above everything else of the screen. */
export const TopLines = () => (
  <>
    <FeedLine of={['PERPETUALS']} />
    <WarningStrip />
  </>
)

/** Liquidations until they are dismissed, and positions that are near one (rulebook 21.19 to 21.21). */
export function WarningStrip() {
  const markets = usePerpetuals((held) => held.markets)
  const account = usePerpetuals((held) => held.account)
  const dismissed = usePerpetualScreen((screen) => screen.dismissed)
  const risks = useMemo(() => risksOf({ markets, account }), [markets, account])
  const shown = account.line === 'CONNECTED' ? risks.filter((risk) => isNews(risk, dismissed)) : []
  return (
    <>
      <Liquidations />
      {shown.map((risk) => (
        <RiskLine key={risk.key} risk={risk} />
      ))}
    </>
  )
}

const noneSeen: readonly string[] = []

/** A liquidation that happened while no page was open is shown as well. */
function Liquidations() {
  const fills = usePerpetuals(({ account }) => account.fills)
  const markets = usePerpetuals((held) => held.markets)
  const [seen, setSeen] = useKept<readonly string[]>('perpetual-liquidations-seen', noneSeen, keptNames)
  const liquidated = fills.filter((fill) => isLiquidation(fill))
  const news = liquidated.filter(({ id }) => !seen.includes(id))
  // Only liquidations that are still in the history have to be remembered.
  const dismiss = (id: string) => setSeen([...liquidated.map((one) => one.id).filter((one) => seen.includes(one)), id])
  return news.map((fill) => {
    const market = markets.get(fill.market)
    if (market === undefined) return null
    const { title, text } = liquidationText(fill, market)
    return (
      <section
        key={fill.id}
        className={classNames(styles['strip'], styles['alarm'])}
        role="alert"
        aria-label={`Liquidation of ${market.name}`}
      >
        <OctagonX size={16} aria-hidden="true" />
        <p>
          <b>{title}.</b> {text}
        </p>
        <IconButton label={`Dismiss the liquidation of ${market.name}`} onClick={() => dismiss(fill.id)}>
          <X size={16} />
        </IconButton>
      </section>
    )
  })
}

function RiskLine({ risk }: { readonly risk: Risk }) {
  const { title, text } = riskText(risk)
  const name = risk.of === 'POSITION' ? risk.key : 'the account'
  return (
    <section className={classNames(styles['strip'], styles['warning'])} aria-label={`Warning for ${name}`}>
      <TriangleAlert size={16} aria-hidden="true" />
      <p>
        <b>{title}</b> {text}
      </p>
      {risk.of === 'POSITION' && <Remedies risk={risk} />}
      <IconButton label={`Dismiss the warning for ${name}`} onClick={() => dismissRisk(risk)}>
        <X size={16} />
      </IconButton>
    </section>
  )
}

function Remedies({ risk: { market, position } }: { readonly risk: PositionRisk }) {
  const summary = usePerpetuals(({ account }) => account.summary)
  const margin = usePerpetuals(({ account }) => account.margins.get(market.name))
  const open = (remedy: Remedy) =>
    remedy.kind === 'CLOSE_PART'
      ? startClosing(market.name, remedy.percent)
      : proposeMargin(market.name, { mode: margin!.mode, leverage: remedy.leverage })
  return (
    <span className={styles['remedies']}>
      {remediesOf({ market, position, summary, margin }).map((remedy) => (
        <Button key={remedy.kind} size="small" onClick={() => open(remedy)}>
          {remedy.label}
        </Button>
      ))}
      <Button size="small" onClick={() => startClosing(market.name, 100)}>
        Close…
      </Button>
    </span>
  )
}
