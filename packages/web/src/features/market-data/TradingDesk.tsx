import type { ComponentProps, ReactNode } from 'react'
import { DeskLayout, type PanelSize } from '../../components/DeskLayout.tsx'
import type { Feed } from '../../live/feeds.ts'
import { usePanelSize } from '../../live/use-panel-size.ts'
import { BehindBar } from './BehindBar.tsx'
import { FeedLine } from './FeedLine.tsx'

/** The least and greatest width of a panel in px, and the name under which the user's size is saved. */
export type PanelWidths = Pick<PanelSize, 'least' | 'most' | 'usual'> & { readonly keptAs: string }

type TradingDeskProps = Omit<ComponentProps<typeof DeskLayout>, 'ticketSize' | 'bottomSize'> & {
  readonly ticketPx: PanelWidths
  readonly bottomPx?: PanelWidths
  /** The feeds whose interruptions are reported above the markets. */
  readonly feeds?: readonly Feed[]
  /** The lists whose age is shown while they cannot be read again. */
  readonly behind?: ComponentProps<typeof BehindBar>
  /** Warnings of the product. */
  readonly above?: ReactNode
}

/** A trading screen on a desk: its layout with the sizes that the user has chosen, and the state of its data above the markets. */
export const TradingDesk = ({ bottomPx, ...screen }: TradingDeskProps) =>
  bottomPx === undefined ? <Desk {...screen} /> : <DeskWithBottom {...screen} bottomPx={bottomPx} />

type DeskProps = Omit<TradingDeskProps, 'bottomPx'>

function DeskWithBottom({ bottomPx, ...screen }: DeskProps & { readonly bottomPx: PanelWidths }) {
  return <Desk {...screen} bottomSize={usePanelSize(bottomPx.keptAs, bottomPx)} />
}

function Desk({ ticketPx, feeds = [], behind, above, children, ...layout }: DeskProps & { readonly bottomSize?: PanelSize }) {
  return (
    <DeskLayout {...layout} ticketSize={usePanelSize(ticketPx.keptAs, ticketPx)}>
      <FeedLine of={feeds} />
      {above}
      {behind !== undefined && <BehindBar {...behind} />}
      {children}
    </DeskLayout>
  )
}
