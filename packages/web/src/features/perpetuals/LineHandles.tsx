import { type Price, priceFromNumber, priceToNumber } from '@parley/core'
import { type KeyboardEvent, type PointerEvent, useEffect, useEffectEvent, useRef } from 'react'
import { isKey, runKey } from '../../components/key-table.ts'
import { classNames } from '../../theme/class-names.ts'
import type { PlacedLines } from './candle-picture.ts'
import styles from './CandleChart.module.css'
import { type Movable, movedText, onTick, type OwnLine } from './chart-lines.ts'
import type { Market } from './model.ts'

/** The line that is being moved, and where it would be dropped. */
export type Moving = { readonly id: string; readonly to: Price }

type HandlesProps = {
  readonly placed: PlacedLines
  readonly market: Market
  readonly moving: Moving | undefined
  readonly onMove: (moving: Moving | undefined) => void
  readonly priceAt: (y: number) => number | undefined
  /** Without a price, the line was only clicked. */
  readonly onDrop: (moves: Movable, to: Price | undefined) => void
}

/** A handle on each line that can be moved: by dragging it, or by the arrow keys and Enter. Escape leaves the line where it was. */
export function LineHandles(props: HandlesProps) {
  return (
    <div className={styles['handles']} style={{ right: props.placed.axisPx + 2 }}>
      {handlesOf(props.placed.lines, props.moving).map(({ line, moves, y, top }) => (
        <Handle key={line.id} {...props} line={line} moves={moves} y={y} top={top} />
      ))}
    </div>
  )
}

const HANDLE_PX = 21

/** The handles of near lines are one below the other. The one that is being moved stays at its line. */
function handlesOf(placed: PlacedLines['lines'], moving: Moving | undefined): readonly Placing[] {
  let free = -Infinity
  return placed
    .toSorted((a, b) => a.y - b.y)
    .flatMap(({ line, y, where }): readonly Placing[] => {
      const isMoving = line.id === moving?.id
      if (line.moves === undefined || (where !== 'INSIDE' && !isMoving)) return []
      const top = isMoving ? y : Math.max(y, free)
      if (!isMoving) free = top + HANDLE_PX
      return [{ line, moves: line.moves, y, top }]
    })
}

/** `y` is the height of the line and `top` that of its handle. */
type Placing = { readonly line: OwnLine; readonly moves: Movable; readonly y: number; readonly top: number }
type HandleProps = HandlesProps & Placing

/** A shorter movement of the pointer is a click. */
const CLICK_PX = 4
const PAGE_SHARE = 0.001

function Handle({ line, moves, y, top, market, moving, onMove, priceAt, onDrop }: HandleProps) {
  const from = useRef<{ readonly pointerY: number; readonly lineY: number } | undefined>(undefined)
  const to = moving?.id === line.id ? moving.to : undefined
  const end = (drop: () => void) => {
    from.current = undefined
    onMove(undefined)
    drop()
  }
  const onPointerMove = (event: PointerEvent) => {
    const start = from.current
    if (start === undefined || (to === undefined && Math.abs(event.clientY - start.pointerY) < CLICK_PX)) return
    const price = priceAt(start.lineY + event.clientY - start.pointerY)
    const next = price === undefined ? undefined : onTick(price, market)
    if (next !== undefined) onMove({ id: line.id, to: next })
  }
  const step = (by: number) => {
    const next = onTick(priceToNumber(to ?? priceFromNumber(line.price)!) + by, market)
    if (next !== undefined) onMove({ id: line.id, to: next })
  }
  useEscapeWhile(to !== undefined, () => end(() => undefined))
  return (
    <button
      type="button"
      role="slider"
      className={classNames(styles['handle'], styles[line.tone])}
      style={{ top }}
      data-moving={to !== undefined || undefined}
      title="Drag the line, or use the arrow keys and Enter. It fills the ticket, and nothing is sent until you confirm it there."
      aria-label={line.words}
      aria-orientation="vertical"
      aria-valuenow={to === undefined ? line.price : priceToNumber(to)}
      aria-valuetext={movedText(to ?? priceFromNumber(line.price)!, market)}
      onPointerDown={(event) => {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        from.current = { pointerY: event.clientY, lineY: y }
      }}
      onPointerMove={onPointerMove}
      onPointerUp={() => from.current !== undefined && end(() => onDrop(moves, to))}
      onPointerCancel={() => end(() => undefined)}
      onKeyDown={(event) => {
        if (moveByKey(event, step, market)) return event.stopPropagation()
        if (runKey(event, { enter: () => end(() => onDrop(moves, to)) })) event.stopPropagation()
      }}
      onBlur={() => from.current === undefined && to !== undefined && end(() => undefined)}
    >
      {line.words}
      {to !== undefined && <b>{` → ${movedText(to, market)}`}</b>}
    </button>
  )
}

/** One tick, ten with Shift, and a thousandth of the price with the page keys. */
function moveByKey(event: KeyboardEvent, step: (by: number) => void, { tick, mark }: Market): boolean {
  const one = priceToNumber(tick) * (event.shiftKey ? 10 : 1)
  const page = Math.max(one, (mark ?? 0) * PAGE_SHARE)
  return runKey(event, { up: () => step(one), down: () => step(-one), previousPage: () => step(page), nextPage: () => step(-page) })
}

/** Also while the pointer holds the line, when the handle need not have the focus. */
function useEscapeWhile(isOn: boolean, leave: () => void): void {
  const onEscape = useEffectEvent(leave)
  useEffect(() => {
    if (!isOn) return undefined
    const listen = (event: globalThis.KeyboardEvent) => {
      if (!isKey('back', event)) return
      event.stopPropagation()
      onEscape()
    }
    document.addEventListener('keydown', listen, { capture: true })
    return () => document.removeEventListener('keydown', listen, { capture: true })
  }, [isOn])
}
