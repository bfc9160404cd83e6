import { fetched } from '../../components/fetched.tsx'

/** Its calendar comes behind the first screen; it stands left of the other tools, so that none of them moves when it does. */
export const PeriodFilter = fetched(() => import('./PeriodFilter.tsx').then((part) => part.PeriodFilter))
