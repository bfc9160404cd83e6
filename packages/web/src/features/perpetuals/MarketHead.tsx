import { type ReactNode, useMemo } from 'react'
import { StatusBadge } from '../../components/Badge.tsx'
import { Select } from '../../components/Select.tsx'
import { useIsCompact } from '../../components/use-media.ts'
import { classNames } from '../../theme/class-names.ts'
import { ink } from '../../theme/ink.ts'
import { dollarText } from '../../components/figure-text.ts'
import { figureText } from '../../components/known-figure.ts'
import { useNow } from '../../live/use-live.ts'
import { dayRange } from './candles.ts'
import styles from './MarketHead.module.css'
import { percentText, priceDecimals, yearly } from './market-text.ts'
import type { Market } from './model.ts'
import { chooseMarket } from './perpetual-screen.ts'
import { useCandles } from './use-candles.ts'
import { useMarkets, worthOpen } from './use-perpetuals.ts'

const MINUTE_MS = 60_000

/** The figures of the selected market. It also has the market selection if there is no room for the list of markets. */
export function MarketHead({ market }: { readonly market: Market }) {
  const isCompact = useIsCompact()
  const decimals = priceDecimals(market)
  const { change } = market
  return (
    <header className={styles['head']}>
      {isCompact && <MarketChoice market={market} />}
      <p className={classNames(styles['last'], ink.market)}>
        <b>{figureText(market.last ?? market.mark, decimals)}</b> {market.hasEnded && <StatusBadge tone="warn">Ended</StatusBadge>}{' '}
        <span className={change === undefined || change === 0 ? undefined : styles[change > 0 ? 'up' : 'down']}>
          <span aria-hidden="true">{change === undefined || change === 0 ? '' : change > 0 ? '▲' : '▼'}</span> {percentText(change)} %
        </span>
      </p>
      <dl className={styles['facts']}>
        <Fact name="Mark">{figureText(market.mark, decimals)}</Fact>
        <Fact name="Index" isSpare>
          {figureText(market.index, decimals)}
        </Fact>
        <Funding market={market} />
        <Fact name="Open interest">
          {figureText(market.openInterest, 1)}{' '}
          <small className={styles['spare']}>· {market.openInterest === undefined ? '—' : dollarText(worthOpen(market))}</small>
        </Fact>
        <Range market={market} />
        <Fact name="24 h volume">{market.volume === undefined ? '—' : dollarText(market.volume)}</Fact>
      </dl>
    </header>
  )
}

function MarketChoice({ market }: { readonly market: Market }) {
  const markets = useMarkets()
  const names = markets.some(({ name }) => name === market.name) ? markets : [market, ...markets]
  return (
    <Select
      aria-label="Market"
      size="small"
      className={styles['choice']}
      value={market.name}
      options={names.map(({ name }) => ({ value: name, label: name }))}
      onChange={chooseMarket}
    />
  )
}

const FUNDING_DECIMALS = 4
const FUNDING =
  'The rate is quoted per period, but funding accrues continuously and is paid when the position changes. If it is positive, longs pay shorts. If negative, shorts pay longs.'

function Funding({ market }: { readonly market: Market }) {
  const { fundingHours, fundingRate, hasEnded } = market
  return (
    <Fact name={`Funding ${fundingHours} h`} title={FUNDING}>
      {percentText(fundingRate, FUNDING_DECIMALS)} %{' '}
      <small className={styles['spare']}>
        · {figureText(yearly(market), 1)} % p.a. · {hasEnded ? 'ended' : 'continuous'}
      </small>
    </Fact>
  )
}

/** The longest candles that end at most a quarter of an hour before the 24 hours begin. */
const RANGE_OF = '15'

function Range({ market }: { readonly market: Market }) {
  const candles = useCandles(market.name, RANGE_OF)
  const now = useNow(MINUTE_MS)
  const range = useMemo(() => (candles.state === 'LOADED' ? dayRange(candles.data, now) : undefined), [candles, now])
  const text = (price: number | undefined) => figureText(price, priceDecimals(market))
  return (
    <Fact name="24 h low, high" isSpare>
      {range === undefined ? '—' : `${text(range.low)} to ${text(range.high)}`}
    </Fact>
  )
}

type FactProps = { readonly name: string; readonly title?: string; readonly isSpare?: true; readonly children: ReactNode }

/** A spare figure is shown only if there is room for it. */
const Fact = ({ name, title, isSpare, children }: FactProps) => (
  <div title={title} className={isSpare && styles['spare']}>
    <dt>{name}</dt>
    <dd className={ink.market}>{children}</dd>
  </div>
)
