import { selectMarket, selectRfq } from '../../app/screen-state.ts'

/** Into the ticket of its flow: an RFQ is known by its text, a market by its number. */
export const openRow = ({ rfqId }: { readonly rfqId: string | number }): void =>
  typeof rfqId === 'number' ? selectMarket(rfqId) : selectRfq(rfqId)
