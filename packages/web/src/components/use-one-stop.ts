/** A group of controls with one tab stop: arrow keys move inside, and Tab returns to the last one used. */
import { type KeyboardEvent, type RefObject, useEffect } from 'react'
import { runKey } from './key-table.ts'

type Step = readonly [right: number, down: number]
/** The weight of sideways distance relative to distance ahead. */
const ASIDE = 4

/** The controls have `tabIndex={-1}`. `first` is the tab stop before any of them has had the focus. */
export function useOneStop(box: RefObject<HTMLElement | null>, controls: string, first: string) {
  const all = (): HTMLElement[] => [...(box.current?.querySelectorAll<HTMLElement>(controls) ?? [])]
  const stopAt = (wanted: HTMLElement) => {
    for (const one of all()) one.tabIndex = one === wanted ? 0 : -1
  }
  useEffect(() => {
    const found = all()
    const begin = box.current?.querySelector<HTMLElement>(first) ?? found[0]
    if (begin !== undefined && !found.some((one) => one.tabIndex === 0)) begin.tabIndex = 0
  })
  return {
    onFocus: ({ target }: { readonly target: EventTarget }) => {
      const control = target instanceof HTMLElement ? target.closest<HTMLElement>(controls) : null
      if (control !== null) stopAt(control)
    },
    onKeyDown: (event: KeyboardEvent) => {
      const from = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>(controls) : null
      if (from === null) return
      const go = (step: Step) => () => nearest(from, all(), step)?.focus()
      runKey(event, { right: go([1, 0]), left: go([-1, 0]), down: go([0, 1]), up: go([0, -1]) })
    },
  }
}

/** The nearest control in a direction, as displayed. */
function nearest(from: HTMLElement, all: readonly HTMLElement[], [right, down]: Step): HTMLElement | undefined {
  const start = middleOf(from)
  const ahead = all.flatMap((one) => {
    const { x, y } = middleOf(one)
    const [dx, dy] = [x - start.x, y - start.y]
    const distance = dx * right + dy * down
    return distance > 1 ? [{ one, cost: distance + ASIDE * Math.abs(right === 0 ? dx : dy) }] : []
  })
  return ahead.sort((a, b) => a.cost - b.cost)[0]?.one
}

function middleOf(element: HTMLElement): { readonly x: number; readonly y: number } {
  const { left, top, width, height } = element.getBoundingClientRect()
  return { x: left + width / 2, y: top + height / 2 }
}
