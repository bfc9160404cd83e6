import { type ReactNode, useMemo, useRef, useState } from 'react'
import { Skeleton } from '../../components/Skeleton.tsx'
import { type Tab, tabId, Tabs } from '../../components/Tabs.tsx'
import { useWidth } from '../../components/use-width.ts'
import { ToolbarPlace } from './toolbar.ts'

type ListPanelProps<Id extends string> = {
  readonly label: string
  readonly tabs: readonly (Tab<Id> & { readonly label: string })[]
  readonly value: Id
  readonly onChange: (id: Id) => void
  /** The width from which all tabs and tools fit. */
  readonly allToolsPx: number
  /** The styles of its parts: `panel`, `bar`, `tools` and `body`. */
  readonly styles: Readonly<Record<string, string>>
  /** Tools that every list has, after those of the visible one. */
  readonly tools?: ReactNode
  /** The visible list. */
  readonly children: ReactNode
}

/** The lists of a trading screen as tabs, with the tools of the visible one next to them. */
export function ListPanel<Id extends string>({ allToolsPx, styles, tools, children, ...bar }: ListPanelProps<Id>) {
  const { label, tabs, value } = bar
  const [place, setPlace] = useState<HTMLElement | null>(null)
  const row = useRef<HTMLDivElement>(null)
  const width = useWidth(row)
  const isTight = width > 0 && width < allToolsPx
  const toolbar = useMemo(() => ({ place, isTight }), [place, isTight])
  return (
    <section className={styles['panel']} aria-label={label}>
      <div ref={row} className={styles['bar']}>
        <Tabs {...bar} />
        <div ref={setPlace} className={styles['tools']} />
        {tools}
      </div>
      <ToolbarPlace value={toolbar}>
        <div className={styles['body']} role="tabpanel" aria-labelledby={tabId(value)}>
          {place === null ? <Skeleton lines={3} label={`Loading ${tabs.find(({ id }) => id === value)?.label}`} /> : children}
        </div>
      </ToolbarPlace>
    </section>
  )
}
