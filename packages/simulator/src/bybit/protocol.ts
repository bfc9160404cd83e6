/** The venue's response envelope, its errors, and parsing of parameters. */
export type Params = Readonly<Record<string, unknown>>

/** Thrown by a route and caught when the response is written. */
export class VenueError extends Error {
  readonly code: number
  readonly status: number

  constructor(code: number, message: string, status = 200) {
    super(message)
    this.code = code
    this.status = status
  }
}

/** Other faults inside the venue, such as a full disk, are internal and are not about the request. */
export const toVenueError = (error: unknown): VenueError => (error instanceof VenueError ? error : new VenueError(10016, String(error)))

export const formatResult = (result: unknown, at: number): string =>
  JSON.stringify({ retCode: 0, retMsg: 'OK', result, retExtInfo: {}, time: at })

export const formatError = ({ code, message }: VenueError, at: number): string =>
  JSON.stringify({ retCode: code, retMsg: message, result: {}, retExtInfo: {}, time: at })

export const wrong = (name: string): VenueError => new VenueError(10001, `params error: ${name} invalid`)

export function textParam(params: Params, name: string): string {
  const value = params[name]
  if (typeof value !== 'string' || value === '') throw wrong(name)
  return value
}

export const optionalText = (params: Params, name: string): string | undefined =>
  params[name] === undefined || params[name] === '' ? undefined : textParam(params, name)

export function oneOf<T extends string>(params: Params, name: string, allowed: readonly T[]): T {
  const found = allowed.find((candidate) => candidate === params[name])
  if (found === undefined) throw wrong(name)
  return found
}

export function listParam(params: Params, name: string): readonly Params[] {
  const value = params[name]
  if (!Array.isArray(value) || value.some((each) => typeof each !== 'object' || each === null)) throw wrong(name)
  return value as readonly Params[]
}

/** In a query string every number is a string. */
export function countParam(params: Params, name: string, { least, most, otherwise }: { least: number; most: number; otherwise: number }) {
  if (params[name] === undefined) return otherwise
  const value = Number(params[name])
  if (!Number.isInteger(value) || value < least || value > most) throw wrong(name)
  return value
}

/** One page of rows and the cursor of the next page, which is empty on the last page. */
export function pageOf<Row>(
  rows: readonly Row[],
  params: Params,
  limit: number,
): { readonly list: readonly Row[]; readonly cursor: string } {
  const cursor = optionalText(params, 'cursor')
  const from = cursor === undefined ? 0 : Number(decodeURIComponent(cursor).replace('page_', ''))
  if (!Number.isInteger(from) || from < 0) throw wrong('cursor')
  const next = from + limit
  return { list: rows.slice(from, next), cursor: next < rows.length ? `page_${next}` : '' }
}
