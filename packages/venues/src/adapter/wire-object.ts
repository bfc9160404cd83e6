/** Unchecked JSON. */
export type WireObject = Readonly<Record<string, unknown>>

export const asObject = (value: unknown): WireObject | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as WireObject) : undefined

export const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

export function parseObject(text: string): WireObject | undefined {
  try {
    return asObject(JSON.parse(text))
  } catch {
    return undefined
  }
}
