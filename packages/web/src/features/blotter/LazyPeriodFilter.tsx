import { lazy, Suspense } from 'react'

const Filter = lazy(() => import('./PeriodFilter.tsx').then(({ PeriodFilter: component }) => ({ default: component })))

/** Its calendar comes behind the first screen; it stands left of the other tools, so that none of them moves when it does. */
export const PeriodFilter = () => (
  <Suspense fallback={null}>
    <Filter />
  </Suspense>
)
