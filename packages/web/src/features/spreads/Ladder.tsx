import { formatQuantity, type Price } from '@parley/core'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { Button } from '../../components/Button.tsx'
import { Select } from '../../components/Select.tsx'
import { runKey } from '../../components/key-table.ts'
import { useScreenKeys } from '../../components/use-screen-keys.ts'
import { classNames } from '../../theme/class-names.ts'
import { ink } from '../../theme/ink.ts'
import { groupedText } from '../../components/figure-text.ts'
import styles from './Ladder.module.css'
import {
  type LadderView,
  ladderRungs,
  marketBook,
  middleOf,
  type Outside,
  outsideOf,
  sizePresets,
  ticksInSight,
  topAfter,
  topFor,
} from './ladder.ts'
import type { LevelBook } from '../market-data/depth.ts'
import { gridTicks } from '../market-data/price-grid.ts'
import type { Strategy, Top } from './model.ts'
import { RungLine, useRungActions } from './RungLine.tsx'
import { amountUnit, decimalsFor, shortAmount, spreadPriceText } from './strategy-text.ts'
import type { OrderEntryState } from './use-order-entry.ts'
import { useHeight } from '../../components/use-height.ts'
import { useActiveBook, useValue, useWorking } from './use-spreads.ts'

const RUNG_PX = 22
const LEAST_RUNGS = 5
const MOST_RUNGS = 81

type LadderProps = { readonly strategy: Strategy; readonly entry: OrderEntryState }

/**
 * Every price with the amount resting there. A click in the bid column buys and a click in the ask column sells (rulebook 21.10). The ladder does not
 * move while the pointer is in it, or while the book moves within it (rulebook 21.11).
 */
export function Ladder({ strategy, entry }: LadderProps) {
  const frame = useRef<HTMLDivElement>(null)
  const height = useHeight(frame)
  const [isHeld, setIsHeld] = useState(false)
  const [isIgnored, setIsIgnored] = useState(false)
  const count = Math.max(LEAST_RUNGS, Math.min(MOST_RUNGS, Math.floor(height / RUNG_PX)))
  const book = useActiveBook(strategy.id)
  const own = useWorking(strategy.id)
  const market = useMemo(() => marketBook(book, own), [book, own])
  const [ticks, setTicks] = useTicks(market, strategy.tick, height > 0 ? count : undefined)
  const step = (strategy.tick * ticks) as Price
  const value = useValue(strategy.id)
  const place = { step, count, isHeld }
  const { view, move, centre, showPrice, movedAt } = useView(middleOf(market, markOf(value?.mark)), place, height > 0)
  const rungs = useMemo(() => ladderRungs(book, own, view), [book, own, view])
  const outside = useMemo(() => outsideOf(market, own, view), [market, own, view])
  const actions = useRungActions({ rungs, step, movedAt, entry, onIgnored: setIsIgnored })
  const most = Math.max(1, ...rungs.flatMap(({ buys, sells }) => [buys, sells]).map(({ kind, size }) => (kind === 'TAKE' ? 0 : size)))
  const page = Math.max(1, Math.floor(count / 2))
  useScreenKeys({ ladderUp: () => move(page), ladderDown: () => move(-page), ladderMiddle: centre })
  const unit = amountUnit(strategy)
  return (
    <section
      className={styles['ladder']}
      aria-label="Ladder"
      onKeyDown={moveByArrows}
      onPointerEnter={() => setIsHeld(true)}
      onPointerLeave={() => setIsHeld(false)}
    >
      <Sizes strategy={strategy} entry={entry} />
      <p className={styles['head']} aria-hidden="true">
        <span>My bids</span>
        <span>Bid: buys</span>
        <span>{unit}</span>
        <span>Ask: sells</span>
        <span>My asks</span>
      </p>
      <Edge place="above" outside={outside.above} strategy={strategy} onShow={showPrice} />
      <div ref={frame} className={styles['frame']} onWheel={({ deltaY }) => deltaY !== 0 && move(deltaY > 0 ? -1 : 1)}>
        <ul aria-label="Prices, highest first" className={styles['rungs']}>
          {rungs.map((rung, at) => (
            <RungLine
              key={rung.price}
              {...{ rung, strategy, entry, most, step, actions }}
              implied={value?.implied}
              isFirstStop={at === Math.floor(count / 2)}
            />
          ))}
        </ul>
      </div>
      <Edge place="below" outside={outside.below} strategy={strategy} onShow={showPrice} />
      <p className={styles['ignored']} role="status">
        {isIgnored ? 'The level changed as you clicked, so nothing was sent. Click again.' : ''}
      </p>
      <Foot {...{ strategy, ticks, setTicks, centre }} />
    </section>
  )
}

type FootProps = {
  readonly strategy: Strategy
  readonly ticks: number
  readonly setTicks: (ticks: number) => void
  readonly centre: () => void
}

function Foot({ strategy, ticks, setTicks, centre }: FootProps) {
  const value = useValue(strategy.id)
  return (
    <div className={styles['foot']}>
      <Outrights strategy={strategy} implied={value?.implied} mark={value?.mark} />
      <span className={styles['tools']}>
        <Button size="small" keyOf="ladderMiddle" onClick={centre}>
          Recentre
        </Button>
        <Select
          aria-label="Ladder step"
          size="small"
          value={String(ticks)}
          options={gridTicks.map((many) => ({
            value: String(many),
            label: spreadPriceText((strategy.tick * many) as Price, strategy),
          }))}
          onChange={(many) => setTicks(Number(many))}
        />
      </span>
    </div>
  )
}

/** One click sets the amount. */
function Sizes({ strategy, entry: { form, act } }: LadderProps) {
  return (
    <div className={styles['sizes']} role="group" aria-label="Amount">
      {sizePresets(strategy).map((size) => {
        const amount = formatQuantity(size)
        return (
          <Button
            key={size}
            size="small"
            kind="quiet"
            aria-pressed={form.amount === amount}
            onClick={() => act({ kind: 'amountTyped', amount })}
          >
            {shortAmount(size)}
          </Button>
        )
      })}
    </div>
  )
}

type EdgeProps = {
  readonly place: 'above' | 'below'
  readonly outside: Outside
  readonly strategy: Strategy
  readonly onShow: (price: Price) => void
}

/** The best price and the nearest own order that the ladder does not show. A click moves the ladder there. Its height never changes. */
function Edge({ place, outside: { best, own }, strategy, onShow }: EdgeProps) {
  const at = best?.price ?? own?.price
  const Arrow = place === 'above' ? ArrowUp : ArrowDown
  const parts = [
    best && `${best.side === 'BUY' ? 'best bid' : 'best ask'} ${spreadPriceText(best.price, strategy)} × ${shortAmount(best.amount)}`,
    own?.price === undefined ? undefined : `your ${own.side === 'BUY' ? 'bid' : 'ask'} ${spreadPriceText(own.price, strategy)}`,
  ].filter((part) => part !== undefined)
  return (
    <div className={styles['edge']}>
      {at !== undefined && (
        <button type="button" className={ink.market} onClick={() => onShow(at)}>
          <Arrow size={11} aria-hidden="true" />
          <span className="visually-hidden">{place === 'above' ? 'Above:' : 'Below:'}</span> {parts.join(' · ')}
        </button>
      )}
    </div>
  )
}

/** The step is chosen once, when both sides of the book are first known, so that both are visible. It then stays until the user changes it. */
function useTicks(book: LevelBook, tick: Price, count: number | undefined): readonly [number, (ticks: number) => void] {
  const [ticks, setTicks] = useState<number>()
  const usual = count === undefined ? undefined : ticksInSight(book, tick, count)
  useEffect(() => {
    if (usual !== undefined) setTicks((before) => before ?? usual)
  }, [usual])
  return [ticks ?? usual ?? 1, setTicks]
}

const markOf = (mark: number | undefined): Price | undefined => (mark === undefined ? undefined : (Math.round(mark * 1e8) as Price))

type Sizing = { readonly step: Price; readonly count: number; readonly isHeld: boolean }

/** Follows the book only when the middle of the book has left the ladder and the pointer is elsewhere. `movedAt` is when it last did so. */
function useView(middle: Price | undefined, { step, count, isHeld }: Sizing, isMeasured: boolean) {
  const [kept, setKept] = useState<LadderView>()
  const moved = useRef<number>(undefined)
  const top = topAfter(kept, middle, { step, count, isHeld })
  const view = useMemo(() => ({ top, step, count }), [top, step, count])
  const isKnown = isMeasured && middle !== undefined
  useEffect(() => {
    if (!isKnown || (kept?.top === top && kept.step === step && kept.count === count)) return
    if (kept !== undefined && kept.step === step && kept.top !== top) moved.current = performance.now()
    setKept({ top, step, count })
  }, [isKnown, kept, top, step, count])
  return {
    view,
    movedAt: () => moved.current,
    move: (rungs: number) => setKept({ ...view, top: (view.top + rungs * step) as Price }),
    centre: () => setKept(undefined),
    showPrice: (price: Price) => setKept({ ...view, top: topFor(price, step, count) }),
  }
}

type OutrightsProps = { readonly strategy: Strategy; readonly implied: Top | undefined; readonly mark: number | undefined }

/** The implied price of the spread, from the venue's own books of its legs. */
function Outrights({ strategy, implied, mark }: OutrightsProps) {
  const text = (level: Top['bid']) => (level === undefined ? '—' : spreadPriceText(level.price, strategy))
  return (
    <span
      className={classNames(styles['outrights'], ink.market)}
      title="The price of selling and of buying the spread leg by leg in the venue’s own order books"
    >
      <span>
        Implied {text(implied?.bid)} / {text(implied?.ask)}
      </span>
      <span>mark {mark === undefined ? '—' : groupedText(mark, decimalsFor(strategy) + 1)}</span>
    </span>
  )
}

/** The arrow keys move up and down in a column, and from one column to the other. */
function moveByArrows(event: KeyboardEvent<HTMLElement>): void {
  const from = event.target as HTMLElement
  const column = from.dataset['rung']
  if (column === undefined) return
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>(`[data-rung="${column}"]`)]
  const at = all.indexOf(from)
  const beside = () => from.closest('li')?.querySelector<HTMLElement>(`[data-rung]:not([data-rung="${column}"])`)?.focus()
  const isTaken = runKey(event, { up: () => all[at - 1]?.focus(), down: () => all[at + 1]?.focus(), left: beside, right: beside })
  if (isTaken) event.stopPropagation()
}
