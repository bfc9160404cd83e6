/** The venue's refusals, and parsing of the parameters of a call. If the venue's own code is not published, ours has the same form. */
export type Params = Readonly<Record<string, unknown>>

/** Thrown by a call and caught when the response is written. */
export class VenueRefusal extends Error {
  readonly status: number
  readonly code: number

  constructor(code: number, message: string, status = 200) {
    super(message)
    this.code = code
    this.status = status
  }
}

export const CODES = {
  parameter: 18_100_101,
  instrument: 18_100_102,
  price: 18_100_103,
  quantity: 18_100_104,
  permission: 18_100_105,
  label: 18_100_106,
  mismatch: 18_100_107,
  counterparty: 18_100_108,
  margin: 18_100_109,
  maintenance: 18_100_110,
} as const

export const wrongParameter = (name: string): VenueRefusal => new VenueRefusal(CODES.parameter, `invalid parameter: ${name}`)

export function textParam(params: Params, name: string): string {
  const value = params[name]
  if (typeof value !== 'string' || value === '') throw wrongParameter(name)
  return value
}

export const optionalText = (params: Params, name: string): string | undefined =>
  params[name] === undefined ? undefined : textParam(params, name)

/** Decimals are sent as strings. */
export function decimalParam(params: Params, name: string): number {
  const value = textParam(params, name)
  if (!/^\d{1,15}(\.\d{1,12})?$/.test(value)) throw wrongParameter(name)
  return Number(value)
}

export function oneOf<T extends string>(params: Params, name: string, allowed: readonly T[]): T {
  const found = allowed.find((candidate) => candidate === params[name])
  if (found === undefined) throw wrongParameter(name)
  return found
}

export function countParam(params: Params, name: string, fallback: number, most: number): number {
  const value = params[name] === undefined ? fallback : Number(params[name])
  if (!Number.isInteger(value) || value < 0 || value > most) throw wrongParameter(name)
  return value
}
