import { type KeyboardEvent, type CSSProperties, memo, type MouseEvent, useRef } from 'react'
import { groupedText } from '../../components/figure-text.ts'
import { useNow } from '../../live/use-live.ts'
import { runKey } from '../../components/key-table.ts'
import { classNames } from '../../theme/class-names.ts'
import { ink } from '../../theme/ink.ts'
import styles from './Matrix.module.css'
import { firstIn, type Matrix as MatrixOfSpreads, type MatrixLeg, nextStrategy, type Way } from './matrix.ts'
import { cellText, type CellSide, markOfCell, sideOfCell } from './matrix-cell.ts'
import { sides, type Strategy } from './model.ts'
import { chooseStrategy, loadOrder, useSpreadScreen } from './spread-screen.ts'
import { useSpreadMarket } from './spread-store.ts'
import { strategyName } from './strategy-text.ts'
import { TermStructure } from './TermStructure.tsx'
import { useTouches, useValue, useWorking } from './use-spreads.ts'

const DAY_MS = 86_400_000
/** From this number of free rows and columns in the lower left there is room for a chart. */
const LEAST_FREE = 3

type MatrixProps = { readonly matrix: MatrixOfSpreads; readonly chosen: Strategy }

/** Nearer legs as rows, later legs as columns. The arrow keys move between spreads and skip those that are not listed. */
export function Matrix({ matrix, chosen }: MatrixProps) {
  const grid = useRef<HTMLDivElement>(null)
  const free = Math.floor(matrix.nears.length / 2)
  const hasRoom = free >= LEAST_FREE
  const first = firstIn(matrix)
  // An ended spread has no cell.
  const stop = matrix.at(chosen.near.name, chosen.far.name) === undefined ? first : chosen
  const go = (way: Way) => {
    const next = stop === chosen ? nextStrategy(matrix, chosen, way) : stop
    if (next === undefined) return
    chooseStrategy(next.id)
    grid.current?.querySelector<HTMLElement>(`[data-strategy="${next.id}"]`)?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const isTaken = runKey(event, { up: () => go('UP'), down: () => go('DOWN'), left: () => go('LEFT'), right: () => go('RIGHT') })
    if (isTaken) event.stopPropagation()
  }
  return (
    <div className={styles['scroller']}>
      <div ref={grid} className={styles['matrix']} style={{ '--columns': matrix.fars.length } as CSSProperties} onKeyDown={onKeyDown}>
        <div
          role="grid"
          aria-label="Spreads"
          data-main-table
          aria-rowcount={matrix.nears.length + 1}
          aria-colcount={matrix.fars.length + 1}
          className={styles['row']}
        >
          <div role="row" className={styles['row']}>
            <span role="columnheader" className={styles['corner']}>
              Near ↓&nbsp; Far →
            </span>
            {matrix.fars.map((leg) => (
              <FarHead key={leg.key} leg={leg} />
            ))}
          </div>
          {matrix.nears.map((near) => (
            <Row key={near.key} near={near} matrix={matrix} chosen={chosen} stop={stop?.id} />
          ))}
        </div>
        {hasRoom && (
          <div className={styles['term']} style={{ gridRow: `${free + 2} / ${matrix.nears.length + 2}`, gridColumn: `2 / ${free + 2}` }}>
            <TermStructure chosen={chosen} />
          </div>
        )}
      </div>
      {!hasRoom && (
        <div className={styles['termBelow']}>
          <TermStructure chosen={chosen} />
        </div>
      )}
    </div>
  )
}

function Row({ near, matrix, chosen, stop }: MatrixProps & { readonly near: MatrixLeg; readonly stop: string | undefined }) {
  return (
    <div role="row" className={styles['row']}>
      <NearHead leg={near} />
      {matrix.fars.map((far) => {
        const strategy = matrix.at(near.key, far.key)
        return strategy === undefined ? (
          <span key={far.key} role="gridcell" className={styles['none']} aria-label="Not listed" />
        ) : (
          <Cell key={far.key} strategy={strategy} isChosen={strategy.id === chosen.id} isStop={strategy.id === stop} />
        )
      })}
    </div>
  )
}

function FarHead({ leg }: { readonly leg: MatrixLeg }) {
  const now = useNow(60_000)
  const mark = useLegMark(leg)
  const days = leg.expiresAt === undefined ? undefined : Math.max(0, Math.floor((leg.expiresAt - now) / DAY_MS))
  return (
    <span role="columnheader" className={styles['far']}>
      <b>{leg.name}</b>
      <small className={ink.market}>
        {days}d · {mark}
      </small>
    </span>
  )
}

function NearHead({ leg }: { readonly leg: MatrixLeg }) {
  const mark = useLegMark(leg)
  return (
    <span role="rowheader" className={styles['near']}>
      <b>{leg.name}</b>
      <small className={ink.market}>{mark}</small>
    </span>
  )
}

/** Taken from any spread that has the leg, because all of them have the same. */
function useLegMark({ instrumentId }: MatrixLeg): string {
  const mark = useSpreadMarket(({ strategies, values }) => {
    for (const [id, { near, far }] of strategies) {
      const value = values.get(id)
      if (value !== undefined && near.instrumentId === instrumentId) return value.nearMark
      if (value !== undefined && far.instrumentId === instrumentId) return value.farMark
    }
    return undefined
  })
  return mark === undefined ? '—' : groupedText(mark, 1)
}

/** Tab reaches one cell, and the arrow keys move on from there. */
type CellProps = { readonly strategy: Strategy; readonly isChosen: boolean; readonly isStop: boolean }

/** Redrawn when its own prices change, and once a minute for the remaining days. */
const Cell = memo(({ strategy, isChosen, isStop }: CellProps) => {
  const top = useTouches(strategy.id)
  const value = useValue(strategy.id)
  const mode = useSpreadScreen((screen) => screen.mode)
  const hasOwn = useWorking(strategy.id).length > 0
  const now = useNow(60_000)
  const shown = sides.map((side) => sideOfCell(side, { strategy, top, value, mode, now }))
  /** Puts the best price under the pointer into the form, as the limit of an order that takes it. */
  const loadPrice = ({ target }: MouseEvent) => {
    const side = (target as HTMLElement).closest<HTMLElement>('[data-side]')?.dataset['side']
    const price = side === 'BUY' ? top.bid?.price : side === 'SELL' ? top.ask?.price : undefined
    if (price !== undefined) loadOrder({ strategy, side: side === 'BUY' ? 'SELL' : 'BUY', type: 'LIMIT', price })
  }
  const isQuoted = top.bid !== undefined || top.ask !== undefined
  const mark = isQuoted ? undefined : markOfCell({ strategy, value, mode, now })
  return (
    <div role="gridcell" className={classNames(styles['cell'], isChosen && styles['chosen'], value?.band === undefined && styles['stale'])}>
      <button
        type="button"
        data-strategy={strategy.id}
        tabIndex={isStop ? 0 : -1}
        aria-pressed={isChosen}
        aria-label={cellText(strategyName(strategy), { shown, mark, hasOwn })}
        title={
          value?.band === undefined
            ? 'The venue has no mark price or price limits for one of the legs. Orders are not accepted.'
            : undefined
        }
        onClick={(event) => (event.altKey ? loadPrice(event) : chooseStrategy(strategy.id))}
        onDoubleClick={loadPrice}
      >
        {hasOwn && <i className={styles['mine']} aria-hidden="true" />}
        {mark === undefined ? shown.map((one) => <Side key={one.side} shown={one} />) : <Unquoted shown={mark} />}
      </button>
    </div>
  )
})

const Unquoted = ({ shown: { first, second } }: { readonly shown: Pick<CellSide, 'first' | 'second'> }) => (
  <span className={classNames(styles['unquoted'], ink.market)} aria-hidden="true">
    <span>{first === '—' ? first : `mark ${first}`}</span>
    <small>{second}</small>
  </span>
)

const Side = ({ shown: { side, first, second, isOwn } }: { readonly shown: CellSide }) => (
  <span
    className={classNames(styles[side === 'BUY' ? 'bid' : 'ask'], isOwn && styles['own'], ink.market)}
    data-side={side}
    title={isOwn && 'Your own order'}
    aria-hidden="true"
  >
    <b>{first}</b>
    <small>{second}</small>
  </span>
)
