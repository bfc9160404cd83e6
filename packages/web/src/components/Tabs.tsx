import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { CountBadge } from './Badge.tsx'
import { classNames } from '../theme/class-names.ts'
import styles from './Tabs.module.css'
import { runKey } from './key-table.ts'

/** The count is shown next to the label if it is not zero. */
export type Tab<T extends string> = { readonly id: T; readonly label: ReactNode; readonly count?: number | undefined }

/** Arrow keys move along the tabs. The panel has `aria-labelledby={tabId(id)}`. */
export function Tabs<T extends string>(props: {
  readonly label: string
  readonly tabs: readonly Tab<T>[]
  readonly value: T
  readonly onChange: (id: T) => void
}) {
  const chosen = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLDivElement>(null)
  useKeptInSight(list, chosen, props.value)
  const move = (by: number) => {
    const at = props.tabs.findIndex((tab) => tab.id === props.value)
    const next = props.tabs[(at + by + props.tabs.length) % props.tabs.length]
    if (next === undefined) return
    props.onChange(next.id)
    document.getElementById(tabId(next.id))?.focus()
  }
  return (
    <div ref={list} className={styles['tabs']} role="tablist" aria-label={props.label}>
      {props.tabs.map((tab) => {
        const isChosen = tab.id === props.value
        return (
          <button
            key={tab.id}
            ref={isChosen ? chosen : undefined}
            id={tabId(tab.id)}
            type="button"
            role="tab"
            aria-selected={isChosen}
            tabIndex={isChosen ? 0 : -1}
            className={classNames(styles['tab'], isChosen && styles['chosen'])}
            onClick={() => props.onChange(tab.id)}
            onKeyDown={(event) => {
              if (runKey(event, { right: () => move(1), left: () => move(-1) })) event.stopPropagation()
            }}
          >
            {tab.label}
            {(tab.count ?? 0) > 0 && <CountBadge>{tab.count}</CountBadge>}
          </button>
        )
      })}
    </div>
  )
}

/** Keeps the chosen tab visible when a count grows or other content takes space from the tabs. */
function useKeptInSight(list: RefObject<HTMLElement | null>, chosen: RefObject<HTMLElement | null>, value: string): void {
  useEffect(() => {
    const bar = list.current
    if (bar === null) return
    const size = new ResizeObserver(() => chosen.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' }))
    for (const one of [bar, ...bar.children]) size.observe(one)
    return () => size.disconnect()
  }, [list, chosen, value])
}

export const tabId = (id: string): string => `tab-${id}`
