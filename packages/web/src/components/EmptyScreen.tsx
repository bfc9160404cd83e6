import type { LucideIcon } from 'lucide-react'
import { Button } from './Button.tsx'
import { Empty } from './Empty.tsx'
import { navigate } from './router.ts'

type EmptyScreenProps = { readonly icon: LucideIcon; readonly title: string; readonly text: string }

/** A screen that has nothing to show, with the way to the markets. */
export const EmptyScreen = (props: EmptyScreenProps) => (
  <Empty {...props} action={<Button onClick={() => navigate('/rfqs')}>Go to Unified Markets</Button>} />
)
