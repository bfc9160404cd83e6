import { lazy, useEffect } from 'react'
import { followFlags, useFlags } from '../live/flags.ts'
import { followOpenMarkets, useOpenMarketsStore } from '../live/open-markets.ts'
import { useUser } from '../live/session.ts'
import { gateOf } from './gate-order.ts'
import { Starting } from '../components/Starting.tsx'

const Shell = lazy(() => import('./Shell.tsx').then(({ Shell: component }) => ({ default: component })))
const AgreementOverlay = lazy(() =>
  import('../features/account/agreement/AgreementOverlay.tsx').then(({ AgreementOverlay: component }) => ({ default: component })),
)
const UserAgreements = lazy(() =>
  import('../features/account/agreement/UserAgreements.tsx').then(({ UserAgreements: component }) => ({ default: component })),
)

/** Behind the sign-in and before the application: the agreements. The flags and the open markets are known before the first screen. */
export function Gate() {
  const user = useUser()
  useEffect(followFlags, [user.id])
  const flags = useFlags((state) => state.flags)
  useEffect(followOpenMarkets, [user.id])
  const areMarketsKnown = useOpenMarketsStore(({ markets }) => markets !== undefined)
  switch (gateOf(user, flags)) {
    case 'OVERLAY':
      return <AgreementOverlay />
    case 'LOADING':
      return <Starting />
    case 'AGREEMENTS':
      return <UserAgreements />
    case 'OPEN':
      return areMarketsKnown ? <Shell /> : <Starting />
  }
}
