/** Converts an instrument whose decimals are texts, as on the wire, into the exact numbers of the rules. */
import { price, quantity } from '../decimal.ts'
import type { Instant } from '../ids.ts'
import type { Instrument, OptionKind } from './instrument.ts'

export type InstrumentTexts = Pick<
  Instrument,
  'id' | 'name' | 'venue' | 'productCode' | 'kind' | 'baseCurrency' | 'quoteCurrency' | 'clearingCurrency' | 'marginKind' | 'state'
> & {
  readonly optionKind: OptionKind | undefined
  readonly strike: string | undefined
  readonly expiresAt: number | undefined
  readonly contractSize: string
  readonly tickSize: string
  readonly quantityIncrement: string
  readonly minBlockSize: string
}

/** Throws if a text is not an exact decimal. The order book's coarser ticks are not published, because blocks do not use them. */
export function readInstrument({ optionKind, strike, expiresAt, ...texts }: InstrumentTexts): Instrument {
  return {
    id: texts.id,
    name: texts.name,
    venue: texts.venue,
    productCode: texts.productCode,
    kind: texts.kind,
    baseCurrency: texts.baseCurrency,
    quoteCurrency: texts.quoteCurrency,
    clearingCurrency: texts.clearingCurrency,
    marginKind: texts.marginKind,
    ...(optionKind === undefined ? {} : { optionKind }),
    ...(strike === undefined ? {} : { strike: price(strike) }),
    ...(expiresAt === undefined ? {} : { expiresAt: expiresAt as Instant }),
    contractSize: quantity(texts.contractSize),
    tickSize: price(texts.tickSize),
    tickSizeSteps: [],
    quantityIncrement: quantity(texts.quantityIncrement),
    minBlockSize: quantity(texts.minBlockSize),
    state: texts.state,
  }
}
