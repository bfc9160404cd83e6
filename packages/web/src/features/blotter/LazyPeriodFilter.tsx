import { fetched } from '../../components/fetched.tsx'

/** Its calendar is loaded after the first screen. It is left of the other tools, so that none of them moves when it appears. */
export const PeriodFilter = fetched(() => import('./PeriodFilter.tsx').then((part) => part.PeriodFilter))
