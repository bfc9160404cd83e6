import { Ellipsis, Infinity as Perpetual, Layers, List, Plus } from 'lucide-react'
import { useNewRfqReason } from '../live/trade-reasons.ts'
import { classNames } from '../theme/class-names.ts'
import styles from './PhoneBar.module.css'
import { navigate } from '../components/router.ts'
import type { MarketRoute } from './routes.ts'
import { openDialog, showBottom, showSidebar, useScreen } from '../live/screen-state.ts'

/** The bar at the bottom of a phone: the markets, the tape, and a new RFQ in the middle. */
export function PhoneBar({ route }: { readonly route: MarketRoute }) {
  const isBottomShown = useScreen((state) => state.isBottomShown)
  const reason = useNewRfqReason()
  const go = (to: MarketRoute) => () => {
    showBottom(false)
    navigate(to)
  }
  return (
    <nav className={styles['bar']} aria-label="Main">
      <Entry isHere={route === '/rfqs' && !isBottomShown} icon={<Layers size={20} />} label="Markets" onPress={go('/rfqs')} />
      <Entry isHere={route === '/paradex'} icon={<Perpetual size={20} />} label="Perps" onPress={go('/paradex')} />
      <button
        type="button"
        className={classNames(styles['entry'], styles['new'])}
        aria-disabled={reason !== undefined}
        title={reason}
        onClick={() => reason === undefined && openDialog('new-rfq')}
      >
        <span className={styles['plus']}>
          <Plus size={20} aria-hidden="true" />
        </span>
        New RFQ
      </button>
      <Entry
        isHere={route === '/rfqs' && isBottomShown}
        icon={<List size={20} />}
        label="Trade Tape"
        onPress={() => {
          navigate('/rfqs')
          showBottom(!isBottomShown)
        }}
      />
      <Entry isHere={false} icon={<Ellipsis size={20} />} label="More" onPress={() => showSidebar(true)} />
    </nav>
  )
}

const Entry = (props: {
  readonly isHere: boolean
  readonly icon: React.ReactNode
  readonly label: string
  readonly onPress: () => void
}) => (
  <button
    type="button"
    className={classNames(styles['entry'], props.isHere && styles['here'])}
    aria-current={props.isHere ? 'page' : undefined}
    onClick={props.onPress}
  >
    <span aria-hidden="true">{props.icon}</span>
    {props.label}
  </button>
)
