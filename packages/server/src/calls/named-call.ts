/** A call with its path, in the form that the content of a request starts with: `PUT /v1/ob/rfqs/65/quotes/129`. */
import type { Call } from '@parley/contracts'

export const pathOfCall = (
  { method, path }: Pick<Call, 'method' | 'path'>,
  params: Readonly<Record<string, string | number>> = {},
): string => `${method} ${path.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(params[name] ?? whole)).replace(/\/$/, '')}`
