import { Gavel, GitCompareArrows, Infinity as Perpetual, Trophy } from 'lucide-react'
import { Button } from '../components/Button.tsx'
import { Empty } from '../components/Empty.tsx'
import { navigate } from '../components/router.ts'
import { type MarketRoute, marketTitle } from './routes.ts'

type ClosedRoute = Exclude<MarketRoute, '/rfqs'>
const icon = { '/fs': GitCompareArrows, '/paradex': Perpetual, '/vrfqs': Gavel, '/leaderboard': Trophy } as const

/** A market that has its place and is not open yet. */
export const ClosedMarket = ({ route }: { readonly route: ClosedRoute }) => (
  <Empty
    icon={icon[route]}
    title={`${marketTitle[route]}: not open yet`}
    text="This version trades in one place: RFQs in options, futures and spreads are negotiated in Unified Markets."
    action={<Button onClick={() => navigate('/rfqs')}>Go to Unified Markets</Button>}
  />
)
