import { MousePointerClick } from 'lucide-react'
import { type ReactNode, useEffect, useMemo } from 'react'
import { goToRfq, openDialog, selectRfq, useScreen } from '../live/screen-state.ts'
import { useIsNarrow } from '../components/use-media.ts'
import { Button } from '../components/Button.tsx'
import { DeskLayout } from '../components/DeskLayout.tsx'
import { Empty } from '../components/Empty.tsx'
import { useQuery } from '../components/router.ts'
import { Skeleton } from '../components/Skeleton.tsx'
import { useToastPlace } from '../components/use-toast-place.ts'
import { usePositionTab } from '../live/position-tab.ts'
import { usePanelSize } from '../live/use-panel-size.ts'
import { useChoiceInAddress } from '../live/use-choice-in-address.ts'
import { useIsLoaded, useRfqs } from '../live/use-live.ts'
import { BottomPanel } from '../features/blotter/BottomPanel.tsx'
import { MakersDay } from '../features/desk/MakersDay.tsx'
import { useNewRfqReason } from '../live/trade-reasons.ts'
import styles from './Markets.module.css'
import { enterTable } from '../features/blotter/row/enter-table.ts'
import { RfqTable } from '../features/blotter/rfqs/RfqTable.tsx'
import { fetched } from '../components/fetched.tsx'

const Ticket = fetched(
  () => import('../features/rfq/Ticket.tsx').then((part) => part.Ticket),
  <Skeleton lines={8} label="Loading the ticket" />,
)

const Lists = fetched(
  () => import('../features/lists/Lists.tsx').then((part) => part.Lists),
  <Skeleton lines={8} label="Loading the list" />,
)

/** The same component as in the post-trade card. It is loaded with the first trade. */
const TicketDeal = fetched(
  () => import('../features/trade/TicketDeal.tsx').then((part) => part.TicketDeal),
  <Skeleton lines={12} label="Loading the record" />,
)

const ticketPx = { least: 320, usual: 400, most: 620 } as const
const bottomPx = { least: 110, usual: 188, most: 700 } as const

/** `/rfqs?list=…` shows list RFQs in place of the table and the ticket. */
export const Markets = () => (useQuery('list') === '' ? <RfqMarkets /> : <Lists />)

/** The table, the ticket and the bottom panel. Their sizes are saved per user. */
function RfqMarkets() {
  const isNarrow = useIsNarrow()
  // The ticket's code is loaded after the first screen, before a ticket is opened.
  useEffect(() => Ticket.fetch(), [])
  useRfqInAddress()
  return isNarrow ? <PhoneMarkets /> : <DeskMarkets />
}

/** `/rfqs?rfq=…` opens the ticket of an RFQ or market that is still listed. */
function useRfqInAddress(): void {
  const rfqs = useRfqs()
  const wanted = useQuery('rfq')
  const [hasRfqs, hasMarkets] = [useIsLoaded('rfqs', 'DIRECT'), useIsLoaded('rfqs', 'ORDER_BOOK')]
  useChoiceInAddress({
    name: 'rfq',
    chosen: useScreen(({ selectedRfq }) => selectedRfq?.id),
    find: (id) => rfqs.get(id),
    choose: goToRfq,
    isKnown: hasRfqs && (wanted === '' || rfqs.has(wanted) || hasMarkets),
  })
}

function DeskMarkets() {
  const isBottomShown = useScreen((state) => state.isBottomShown)
  return (
    <DeskLayout
      ticket={<ChosenTicket />}
      ticketSize={usePanelSize('ticket-width', ticketPx)}
      isTicketFixed
      bottom={<BottomPanel />}
      bottomSize={usePanelSize('bottom-height', bottomPx)}
      isBottomFolded={!isBottomShown}
    >
      <div className={styles['table']}>
        <RfqTable />
        <MakersDay />
      </div>
    </DeskLayout>
  )
}

function ChosenTicket() {
  const ticket = useChosenTicket()
  const flow = useScreen((state) => state.flow)
  if (ticket !== undefined) return ticket
  return (
    <>
      <div ref={takePlace} className={styles['beside']} />
      {flow === 'ORDER_BOOK' ? (
        <Empty
          icon={MousePointerClick}
          title="Select a market"
          text="Its order book appears here, and you can make and take prices."
          action={<ToTable>Go to the markets</ToTable>}
        />
      ) : (
        <Empty
          icon={MousePointerClick}
          title="Select an RFQ"
          text="Its legs, quotes and greeks appear here, and you can trade it."
          action={<ToTable>Go to the RFQs</ToTable>}
        />
      )}
    </>
  )
}

/** A table without rows has nothing to move to. */
function ToTable({ children }: { readonly children: string }) {
  const flow = useScreen((state) => state.flow)
  const rfqs = useRfqs()
  const reason = useNewRfqReason()
  const hasRows = useMemo(() => [...rfqs.values()].some(({ audience }) => flow === 'ALL' || audience === flow), [rfqs, flow])
  return hasRows ? (
    <Button keyOf="enterTable" onClick={enterTable}>
      {children}
    </Button>
  ) : (
    <Button keyOf="newRfq" disabledReason={reason} onClick={() => openDialog('new-rfq')}>
      {flow === 'ORDER_BOOK' ? 'Create market' : 'Create RFQ'}
    </Button>
  )
}

/** A tab of the bottom panel can be shown here while no ticket is open. */
const takePlace = (place: HTMLElement | null): void => usePositionTab.setState({ place })

function useChosenTicket(): ReactNode {
  const rfq = useScreen((state) => state.ticketRfq)
  return rfq === undefined ? undefined : <Ticket key={rfq.id} rfq={rfq} deal={TicketDeal} onClose={() => selectRfq(undefined)} />
}

function PhoneMarkets() {
  const ticket = useChosenTicket()
  const isBottomShown = useScreen((state) => state.isBottomShown)
  // An open ticket covers the bar.
  useToastPlace(ticket === undefined ? undefined : '0px')
  return (
    <div className={styles['screen']}>
      <RfqTable />
      {isBottomShown && (
        <div className={styles['sheet']}>
          <BottomPanel />
        </div>
      )}
      {ticket !== undefined && (
        <div className={styles['fullSheet']} role="dialog" aria-label="Ticket">
          {ticket}
        </div>
      )}
    </div>
  )
}
