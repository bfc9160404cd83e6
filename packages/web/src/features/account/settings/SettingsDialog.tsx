import { useEffect, useRef, useState } from 'react'
import { Dialog } from '../../../components/Dialog.tsx'
import type { Carried, ViewName } from './view.ts'
import { views } from './views.tsx'

const WIDTH = 500
const nothing: Carried = {}

export function SettingsDialog({ onClose }: { readonly onClose: () => void }) {
  const [at, setAt] = useState<{ readonly view: ViewName; readonly from: ViewName | undefined; readonly carried: Carried }>(start)
  const { title, back, component: View } = views[at.view]
  const go = (view: ViewName, carried: Carried = nothing) => setAt({ view, from: at.view, carried })
  const body = useFocusOf(at)
  return (
    <Dialog open onClose={onClose} title={title} width={WIDTH} place="top" onBack={back === undefined ? undefined : () => go(back)}>
      <div ref={body} key={at.view}>
        <View go={go} close={onClose} carried={at.carried} />
      </div>
    </Dialog>
  )
}

const start = { view: 'main', from: undefined, carried: nothing } as const

/**
 * The focused element disappears with its view. The focus moves to the first field, or else to the line that led to the closed view, or else to the
 * back arrow.
 */
function useFocusOf({ view, from }: { readonly view: ViewName; readonly from: ViewName | undefined }) {
  const body = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (from === undefined) return
    const first =
      body.current?.querySelector<HTMLElement>('[data-first]') ??
      body.current?.querySelector<HTMLElement>(`[data-leads-to="${from}"]`) ??
      body.current?.closest('dialog')?.querySelector<HTMLElement>('button')
    first?.focus()
  }, [view, from])
  return body
}
