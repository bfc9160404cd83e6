import { ListBuilder } from './ListBuilder.tsx'

/** List RFQs at `/rfqs?list=…`: the builder of a new one. */
export const Lists = () => <ListBuilder />
