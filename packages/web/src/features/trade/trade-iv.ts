import type { TapeTrade } from '@parley/client'

/** `40.4 / 39.4` in the order of the legs; undefined while one of them is not known. Pure. */
export function ivText({ legs }: Pick<TapeTrade, 'legs'>): string | undefined {
  const options = legs.filter(({ instrumentName }) => /-[CP]$/.test(instrumentName))
  const known = options.flatMap(({ iv }) => (iv === undefined ? [] : [Number(iv).toFixed(1)]))
  return options.length === 0 || known.length < options.length ? undefined : known.join(' / ')
}
