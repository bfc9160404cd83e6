import { useEffect, useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { Segmented } from '../../components/Segmented.tsx'
import { Slider } from '../../components/Slider.tsx'
import { useTradeReason } from '../../live/trade-reasons.ts'
import type { Margin, MarginMode, Market } from './model.ts'
import styles from './PerpetualTicket.module.css'
import { BeforeAfter } from './BeforeAfter.tsx'
import { changeOf, type MarginChange } from './margin-change.ts'
import { usePerpetualScreen } from './perpetual-screen.ts'
import { useFacts, useMarginOf } from './use-perpetuals.ts'
import { useMarginSetting } from './use-perpetual-sending.ts'

const modes: readonly { readonly value: MarginMode; readonly label: string }[] = [
  { value: 'CROSS', label: 'Cross' },
  { value: 'ISOLATED', label: 'Isolated' },
]

/** The margin mode and leverage of one market. A separate button applies a change, because it also affects an open position. */
export function MarginControls({ market }: { readonly market: Market }) {
  const held = useMarginOf(market.name)
  const [choice, setChoice] = useState<Margin>()
  const view = useTradeReason({ audience: 'PERPETUAL' })
  const setting = useMarginSetting(market.name)
  const facts = useFacts(market)
  const [confirmed, setConfirmed] = useState<Margin>()
  const proposed = usePerpetualScreen((screen) => screen.proposed)
  useEffect(() => {
    setChoice(proposed?.market === market.name ? proposed.margin : undefined)
  }, [market.name, proposed])
  const most = Math.floor(market.largestLeverage ?? 1)
  const shown = choice ?? held
  if (shown === undefined)
    return (
      <div className={styles['margin']}>
        <p className={styles['used']}>Loading margin mode and leverage.</p>
      </div>
    )
  const change = choice === undefined ? undefined : changeOf(choice, facts)
  const isChanged = choice !== undefined && held !== undefined && (choice.mode !== held.mode || choice.leverage !== held.leverage)
  const leverage = choice === undefined ? (facts.first?.leverage ?? shown.leverage) : choice.leverage
  const words = `${shown.mode === 'CROSS' ? 'Cross' : 'Isolated'} ${shown.leverage}×`
  return (
    <div className={styles['margin']}>
      <div className={styles['line']}>
        <Segmented label="Margin mode" value={shown.mode} options={modes} onChange={(mode) => setChoice({ ...shown, mode })} />
        {isChanged ? (
          <span className={styles['actions']}>
            <Button size="small" onClick={() => setChoice(undefined)}>
              Discard
            </Button>
            <Button
              size="small"
              kind="primary"
              isBusy={setting.isBusy}
              disabledReason={view ?? change?.reason}
              onClick={() =>
                change?.asks === true && confirmed !== choice
                  ? setConfirmed(choice)
                  : void setting.set(choice).then(() => setChoice(undefined))
              }
            >
              {change?.asks === true && confirmed === choice ? 'Again: apply' : 'Apply'} {words}
            </Button>
          </span>
        ) : (
          <span className={styles['muted']}>
            Leverage <b>{leverage}×</b> (max {most}×)
          </span>
        )}
      </div>
      {isChanged && change !== undefined && <Effect of={change} />}
      {!isChanged && <FirstLeverage first={facts.first} held={shown.leverage} />}
      <Slider
        label="Leverage"
        value={leverage}
        least={1}
        most={most}
        step={1}
        valueText={`${leverage} times`}
        marks={marksOf(most)}
        onChange={(to) => setChoice({ ...shown, leverage: to })}
      />
    </div>
  )
}

/** The effect of a change on the open position (rulebook 21.28). */
const Effect = ({ of: { rows, asks, reason } }: { readonly of: MarginChange }) => (
  <>
    {rows !== undefined && <BeforeAfter label="Before and after the change" heads={['Now', 'Then']} rows={rows} />}
    {asks && (
      <p className={styles['far']} role="status">
        {reason ?? 'The liquidation would be within 5 % of the mark. Applying it needs a second click.'}
      </p>
    )}
  </>
)

/** Rulebook 21.25. */
const FirstLeverage = ({ first, held }: { readonly first: Margin | undefined; readonly held: number }) =>
  first === undefined ? null : (
    <p className={styles['muted']} role="status">
      {`Paradex opens this market at ${held}×. Your first order sets ${first.leverage}× before it is sent, unless you apply another leverage.`}
    </p>
  )

const PARTS = 5
const marksOf = (most: number) =>
  [1, ...Array.from({ length: PARTS }, (_, at) => Math.round((most * (at + 1)) / PARTS))]
    .filter((at, place, all) => all.indexOf(at) === place)
    .map((at) => ({ at, label: `${at}×` }))
