import { useEffect } from 'react'
import { followFlags, useFlags } from '../live/feature-flags.ts'
import { followOpenMarkets, useOpenMarketsStore } from '../live/open-markets.ts'
import { useUser } from '../live/session.ts'
import { followSpreadProducts, useSpreadProducts } from '../live/spread-products.ts'
import { CouldNotLoad } from '../components/CouldNotLoad.tsx'
import styles from './Gate.module.css'
import { gateOf } from './gate-order.ts'
import { Starting } from '../components/Starting.tsx'
import { fetched } from '../components/fetched.tsx'

const Shell = fetched(() => import('./Shell.tsx').then((part) => part.Shell), <Starting />)
const AgreementOverlay = fetched(
  () => import('../features/account/agreement/AgreementOverlay.tsx').then((part) => part.AgreementOverlay),
  <Starting />,
)
const UserAgreements = fetched(
  () => import('../features/account/agreement/UserAgreements.tsx').then((part) => part.UserAgreements),
  <Starting />,
)

/** Between the sign-in and the application: the agreements. The flags, the products and the open markets are loaded before the first screen. */
export function Gate() {
  const user = useUser()
  useEffect(followFlags, [user.id])
  const { flags, failed: flagsFailed } = useFlags()
  useEffect(followOpenMarkets, [user.id])
  const areMarketsKnown = useOpenMarketsStore(({ markets }) => markets !== undefined)
  useEffect(followSpreadProducts, [user.id])
  const { data: products, failed: productsFailed } = useSpreadProducts()
  // Fetches the code of the screens while their data loads.
  useEffect(() => Shell.fetch(), [])
  switch (gateOf(user, flags)) {
    case 'OVERLAY':
      return <AgreementOverlay />
    case 'LOADING':
      return flagsFailed === undefined ? <Starting /> : <NotStarted what="your feature settings" failed={flagsFailed} />
    case 'AGREEMENTS':
      return <UserAgreements />
    case 'OPEN':
      if (products === undefined && productsFailed !== undefined) return <NotStarted what="the products" failed={productsFailed} />
      return areMarketsKnown && products !== undefined ? <Shell /> : <Starting />
  }
}

type NotStartedProps = { readonly what: string; readonly failed: { readonly words: string; readonly retry: () => void } }

/** Retries every three seconds, and immediately on a click. */
const NotStarted = ({ what, failed: { words, retry } }: NotStartedProps) => (
  <main className={styles['notStarted']}>
    <CouldNotLoad what={what} words={words} retry={retry} />
  </main>
)
