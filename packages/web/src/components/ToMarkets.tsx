import { Button } from './Button.tsx'
import { navigate } from './router.ts'

/** The next step of a screen that has nothing to show. */
export const ToMarkets = () => <Button onClick={() => navigate('/rfqs')}>Go to Unified Markets</Button>
